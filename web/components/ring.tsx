import styles from './ring.module.css';
const levels = [82, 34, 71, 55, 12, 90, 64, 47, 18, 77, 58, 40, 66, 0, 92, 29];
const center = 300;
const distance = 208;
const radius = 34;
const around = 2 * Math.PI * radius;

const places = levels.map((level, index) => {
  const angle = (index / levels.length) * 2 * Math.PI - Math.PI / 2;
  return {
    level,
    x: Math.round(center + distance * Math.cos(angle)),
    y: Math.round(center + distance * Math.sin(angle)),
  };
});

const tone = (level: number) => (level < 20 ? styles['low'] : styles['good']);

/** Decorative top view of a unit: sixteen positions with different levels. */
export function Ring() {
  return (
    <svg viewBox="0 0 600 600" className={styles['ring']}>
      <circle cx={center} cy={center} r="276" className={styles['rim']} />
      <circle cx={center} cy={center} r="128" className={styles['middle']} />
      {places.map(({ level, x, y }) => (
        <g key={`${x} ${y}`}>
          <circle
            cx={x}
            cy={y}
            r={radius}
            className={level === 0 ? styles['free'] : styles['place']}
          />
          {level > 0 && (
            <circle
              cx={x}
              cy={y}
              r={radius}
              className={tone(level)}
              strokeDasharray={`${(around * level) / 100} ${around}`}
              transform={`rotate(-90 ${x} ${y})`}
            />
          )}
        </g>
      ))}
      <path
        d="M300 236 C326 270 344 293 344 316 A44 44 0 0 1 256 316 C256 293 274 270 300 236 Z"
        className={styles['drop']}
      />
    </svg>
  );
}
