// Which rows of a long list are drawn: those in sight, and a few beside them.

export const ROW = 34;

export interface Window {
  first: number;
  last: number;
  above: number;
  total: number;
}

/** `open` maps the place of an unfolded row to its whole height, in pixels. */
export function windowOf(count: number, open: ReadonlyMap<number, number>, top: number, height: number, beside = 12): Window {
  const unfolded = [...open].filter(([place]) => place < count).sort(([a], [b]) => a - b);
  const placeAt = (y: number): number => {
    let rest = y;
    let from = 0;
    for (const [place, tall] of unfolded) {
      const upto = (place - from) * ROW;
      if (rest < upto) return from + Math.floor(rest / ROW);
      rest -= upto;
      if (rest < tall) return place;
      rest -= tall;
      from = place + 1;
    }
    return from + Math.floor(rest / ROW);
  };
  const offset = (place: number): number => {
    const before = unfolded.filter(([each]) => each < place);
    return (place - before.length) * ROW + before.reduce((sum, [, tall]) => sum + tall, 0);
  };
  const first = Math.max(0, Math.min(count, placeAt(Math.max(0, top)) - beside));
  const last = Math.min(count, placeAt(Math.max(0, top + height)) + 1 + beside);
  return { first, last, above: offset(first), total: offset(count) };
}
