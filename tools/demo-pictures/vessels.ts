/** Bottles, kegs and bags of the demo as SVG, 100 wide and 164 high. */

export interface Look {
  /** Colour of the content. */
  readonly liquid: string;
  /** Colour of the glass; clear glass by default. */
  readonly glass?: string;
  readonly cap: string;
  readonly label: string;
  readonly ink: string;
  /** Band on the label, or ribbon around the neck. */
  readonly accent: string;
}

/** Lines of a label, the longest of which decides on the size of the text. */
export type Lines = readonly string[];

interface Bottle {
  /** Outline of the glass. */
  readonly outline: string;
  /** Height at which the liquid begins. */
  readonly from: number;
  readonly cap: string;
  /** x, y, width, height */
  readonly label: readonly [x: number, y: number, width: number, height: number];
}

const edge = '#8b929d';
const clear = '#cfe3ee';

const bottles = {
  /** Straight, with a short neck. */
  tall: {
    outline: 'M42 26h16v16c0 7 12 9 12 21v82a7 7 0 0 1-7 7H37a7 7 0 0 1-7-7V63c0-12 12-14 12-21z',
    from: 46,
    cap: 'M41 12h18v15H41z',
    label: [30, 78, 40, 48],
  },
  /** Square shoulders. */
  square: {
    outline: 'M43 24h14v18c0 5 15 5 15 13v90a7 7 0 0 1-7 7H35a7 7 0 0 1-7-7V55c0-8 15-8 15-13z',
    from: 50,
    cap: 'M42 12h16v13H42z',
    label: [28, 74, 44, 50],
  },
  /** Round shoulders. */
  round: {
    outline: 'M43 26h14v16c0 10 15 14 15 30v73a7 7 0 0 1-7 7H35a7 7 0 0 1-7-7V72c0-16 15-20 15-30z',
    from: 50,
    cap: 'M42 12h16v15H42z',
    label: [28, 84, 44, 44],
  },
  /** Low and wide, with a cork. */
  squat: {
    outline:
      'M43 46h14v14c0 5 21 6 21 18v64a10 10 0 0 1-10 10H32a10 10 0 0 1-10-10V78c0-12 21-13 21-18z',
    from: 66,
    cap: 'M40 28a10 8 0 0 1 20 0v10a4 4 0 0 1-2 3v6H42v-6a4 4 0 0 1-2-3z',
    label: [22, 90, 56, 42],
  },
  /** Of sparkling wine: long sloping shoulders. */
  sparkling: {
    outline: 'M43 18h14v34c0 14 16 20 16 40v52a8 8 0 0 1-8 8H35a8 8 0 0 1-8-8V92c0-20 16-26 16-40z',
    from: 60,
    cap: 'M42 12a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v32H42z',
    label: [27, 98, 46, 36],
  },
  /** Of juice and mixes, with a pourer. */
  pourer: {
    outline: 'M40 46h20v10c0 5 12 7 12 17v71a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V73c0-10 12-12 12-17z',
    from: 58,
    cap: 'M47 14h6l2 18h5v15H40V32h5z',
    label: [28, 84, 44, 44],
  },
} as const satisfies Readonly<Record<string, Bottle>>;

export type BottleShape = keyof typeof bottles;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function textOn(lines: Lines, at: Bottle['label'], ink: string): string {
  const [x, y, width, height] = at;
  const longest = Math.max(...lines.map(({ length }) => length));
  const size = Math.min(11, (width - 4) / (longest * 0.71));
  const first = y + height / 2 - ((lines.length - 1) * size * 1.15) / 2 + size * 0.36;
  return lines
    .map(
      (line, index) =>
        `<text x="${String(x + width / 2)}" y="${(first + index * size * 1.15).toFixed(1)}" font-size="${size.toFixed(1)}" font-weight="700" text-anchor="middle" fill="${ink}">${escaped(line)}</text>`,
    )
    .join('');
}

export function bottleSvg(shape: BottleShape, look: Look, lines: Lines): string {
  const { outline, from, cap, label } = bottles[shape];
  const [x, y, width, height] = label;
  return svg(`
    <clipPath id="glass"><path d="${outline}"/></clipPath>
    <path d="${outline}" fill="${look.glass ?? clear}" fill-opacity="${look.glass === undefined ? '0.45' : '1'}"/>
    <g clip-path="url(#glass)">
      <path d="M0 ${String(from)}h100v120H0z" fill="${look.liquid}" fill-opacity="0.92"/>
      <path d="M${String(x + width - 7)} 40h7v120h-7z" fill="#14171c" fill-opacity="0.1"/>
      <path d="M${String(x)} ${String(y)}h${String(width)}v${String(height)}h-${String(width)}z" fill="${look.label}"/>
      <path d="M${String(x)} ${String(y)}h${String(width)}v5h-${String(width)}zM${String(x)} ${String(y + height - 5)}h${String(width)}v5h-${String(width)}z" fill="${look.accent}"/>
      <path d="M${String(x + 4)} 40h4v120h-4z" fill="#ffffff" fill-opacity="0.28"/>
    </g>
    <path d="${outline}" fill="none" stroke="${edge}" stroke-width="1.4"/>
    <path d="${cap}" fill="${look.cap}" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round"/>
    ${textOn(lines, label, look.ink)}`);
}

/** A steel keg with a band in the colour of the beer. */
export function kegSvg(look: Look, lines: Lines): string {
  const body = 'M24 44a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v100a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z';
  return svg(`
    <clipPath id="keg"><path d="${body}"/></clipPath>
    <path d="M44 22h12v15H44zM38 18h24v6H38z" fill="${look.cap}" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round"/>
    <g clip-path="url(#keg)">
      <path d="M0 30h100v130H0z" fill="#d5d9df"/>
      <path d="M32 30h8v130h-8z" fill="#ffffff" fill-opacity="0.55"/>
      <path d="M66 30h10v130H66z" fill="#14171c" fill-opacity="0.1"/>
      <path d="M24 64h52v56H24z" fill="${look.label}"/>
      <path d="M24 64h52v7H24zM24 113h52v7H24z" fill="${look.liquid}"/>
    </g>
    <path d="M22 56h56M22 128h56" stroke="${edge}" stroke-width="3" stroke-linecap="round"/>
    <path d="${body}" fill="none" stroke="${edge}" stroke-width="1.4"/>
    ${textOn(lines, [24, 68, 52, 48], look.ink)}`);
}

/** A bag in a box with its tap, from which a soda gun is fed. */
export function boxSvg(look: Look, lines: Lines): string {
  return svg(`
    <path d="M20 52l10-14h50l-8 14z" fill="#b58a5c" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round"/>
    <path d="M72 52l8-14v86l-8 16z" fill="#9c7449" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round"/>
    <path d="M20 52h52v88H20z" fill="#cda877"/>
    <path d="M20 66h52v46H20z" fill="${look.label}"/>
    <path d="M20 66h52v7H20zM20 105h52v7H20z" fill="${look.accent}"/>
    <path d="M20 52h52v88H20z" fill="none" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round"/>
    <circle cx="46" cy="126" r="7.5" fill="${look.cap}" stroke="${edge}" stroke-width="1.4"/>
    <path d="M46 126v22" stroke="${look.liquid}" stroke-width="5" stroke-linecap="round"/>
    <circle cx="46" cy="126" r="3" fill="${look.liquid}"/>
    ${textOn(lines, [20, 68, 52, 42], look.ink)}`);
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="164" viewBox="0 0 100 164">${content.replaceAll(/\n\s+/g, '')}</svg>`;
