/** The pictures of the demo's ingredients by file name, which is made of the name of the ingredient. */
import { bottleSvg, boxSvg, kegSvg } from './vessels.ts';
import type { BottleShape, Lines, Look } from './vessels.ts';

const [paper, night, white] = ['#f4ecd9', '#1d2430', '#ffffff'] as const;

const bottle = (shape: BottleShape, lines: Lines, look: Look) => bottleSvg(shape, look, lines);

export const pictures: Readonly<Record<string, string>> = {
  'titos-vodka': bottle('tall', ['TITO’S', 'VODKA'], {
    liquid: '#dcecf4',
    cap: '#c07a3e',
    label: paper,
    ink: '#7a3d12',
    accent: '#c07a3e',
  }),
  beefeater: bottle('square', ['BEEF-', 'EATER', 'GIN'], {
    liquid: '#e3eef2',
    cap: '#b3263a',
    label: white,
    ink: '#b3263a',
    accent: '#b3263a',
  }),
  'bacardi-carta-blanca': bottle('round', ['BACARDÍ', 'CARTA', 'BLANCA'], {
    liquid: '#e6eef0',
    cap: '#2b2f37',
    label: paper,
    ink: night,
    accent: '#b3263a',
  }),
  'patron-silver': bottle('squat', ['PATRÓN', 'SILVER'], {
    liquid: '#e4f0ea',
    cap: '#b58a5c',
    label: white,
    ink: '#245c4a',
    accent: '#9dc183',
  }),
  'makers-mark': bottle('square', ['MAKER’S', 'MARK'], {
    liquid: '#b8722c',
    cap: '#b3263a',
    label: paper,
    ink: night,
    accent: '#b3263a',
  }),
  cointreau: bottle('square', ['COIN-', 'TREAU'], {
    liquid: '#b45f1c',
    glass: '#c9772c',
    cap: '#2b2f37',
    label: '#f3a64a',
    ink: '#5b2410',
    accent: '#b3263a',
  }),
  'martini-rosso': bottle('round', ['MARTINI', 'ROSSO'], {
    liquid: '#7c1f2b',
    cap: '#1d2430',
    label: white,
    ink: night,
    accent: '#b3263a',
  }),
  campari: bottle('tall', ['CAMPARI', 'BITTER'], {
    liquid: '#c4212f',
    cap: '#1d2b52',
    label: white,
    ink: '#1d2b52',
    accent: '#1d2b52',
  }),
  aperol: bottle('tall', ['APEROL'], {
    liquid: '#ee6c2b',
    cap: '#1d4a8a',
    label: '#fbe3cb',
    ink: '#1d4a8a',
    accent: '#1d4a8a',
  }),
  prosecco: bottle('sparkling', ['PROSECCO', 'DOC'], {
    liquid: '#5d7d44',
    glass: '#6f9152',
    cap: '#d7b556',
    label: paper,
    ink: '#3c4a22',
    accent: '#d7b556',
  }),
  'lime-juice': bottle('pourer', ['LIME', 'JUICE'], {
    liquid: '#a9cf5a',
    cap: '#3f7d3a',
    label: white,
    ink: '#2f6b2b',
    accent: '#3f7d3a',
  }),
  midori: bottle('round', ['MIDORI', 'MELON'], {
    liquid: '#3fae49',
    glass: '#6cc873',
    cap: '#1f5e2a',
    label: '#163f1d',
    ink: '#d9f0c9',
    accent: '#d7b556',
  }),
  'espresso-martini-mix': bottle('pourer', ['ESPRESSO', 'MARTINI', 'MIX'], {
    liquid: '#3d2418',
    cap: '#1d2430',
    label: '#efe6d2',
    ink: '#3d2418',
    accent: '#b58a5c',
  }),
  cola: boxSvg(
    { liquid: '#4a2412', cap: '#e4e7ec', label: '#b3263a', ink: white, accent: '#7c1826' },
    ['COLA'],
  ),
  tonic: boxSvg(
    { liquid: '#cfe3ee', cap: '#e4e7ec', label: '#f6dd72', ink: '#1d4a8a', accent: '#1d4a8a' },
    ['TONIC'],
  ),
  soda: boxSvg(
    { liquid: '#cfe3ee', cap: '#e4e7ec', label: '#3f7fb5', ink: white, accent: '#25567f' },
    ['SODA'],
  ),
  cranberry: boxSvg(
    { liquid: '#b3263a', cap: '#e4e7ec', label: '#f6d9de', ink: '#8c1429', accent: '#b3263a' },
    ['CRAN-', 'BERRY'],
  ),
  'harbour-lager': kegSvg(
    { liquid: '#e0a92f', cap: '#8b929d', label: '#16324f', ink: '#f6dd72', accent: '#e0a92f' },
    ['HARBOUR', 'LAGER'],
  ),
  '1-pale-ale': kegSvg(
    { liquid: '#c8742a', cap: '#8b929d', label: '#f4ecd9', ink: '#7a3d12', accent: '#c8742a' },
    ['+1', 'PALE ALE'],
  ),
};
