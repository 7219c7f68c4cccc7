/** Gamma distributed numbers with mean 1 (Marsaglia and Tsang, 2000), for a shape of at least 1. */
export function gamma(random: () => number, shape: number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const cube = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (cube > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * cube + d * Math.log(cube))
      return (d * cube) / shape;
  }
}
