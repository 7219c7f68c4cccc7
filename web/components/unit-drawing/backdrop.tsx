import type { UnitCategory } from '../../../rules/stock/positions.ts';
import type { UnitLayout } from './geometry.ts';
import styles from './unit-drawing.module.css';

interface BackdropProps {
  readonly category: UnitCategory;
  readonly layout: UnitLayout;
}

/** The tower of a beer unit, with a handle and a spout over each keg. */
function Taps({ layout }: { readonly layout: UnitLayout }) {
  return (
    <>
      <rect x="40" y="74" width="520" height="30" rx="15" className={styles['body']} />
      <rect x="40" y="332" width="520" height="8" rx="4" className={styles['body']} />
      {layout.spots.map(({ position, x }) => (
        <g key={position}>
          <path
            d={`M${x - 9} 74 L${x - 14} 20 Q${x} 4 ${x + 14} 20 L${x + 9} 74 Z`}
            className={styles['tapHandle']}
          />
          <path d={`M${x - 8} 104 h16 l-3 24 h-10 Z`} className={styles['tapHandle']} />
        </g>
      ))}
    </>
  );
}

/** Background drawing behind the positions. */
export function Backdrop({ category, layout }: BackdropProps) {
  const { center, gunTop, width } = layout;
  if (category === 'BEERTENDER') return <Taps layout={layout} />;
  return (
    <>
      {center && (
        <>
          <circle cx={center.x} cy={center.y} r="292" className={styles['rim']} />
          <circle cx={center.x} cy={center.y} r="152" className={styles['body']} />
        </>
      )}
      {gunTop !== null && (
        <>
          <text x={width / 2} y={gunTop + 20} fontSize="21" className={styles['caption']}>
            Soda gun
          </text>
          <rect x="30" y={gunTop + 38} width="540" height="128" rx="64" className={styles['rim']} />
        </>
      )}
    </>
  );
}
