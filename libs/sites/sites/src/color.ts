type Rgb = readonly [number, number, number];

const BLACK = '#0b0f19';
const WHITE = '#ffffff';

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The ratio of WCAG 2: 1 to 21. Colours are `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** @param share of the second, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const to = rgbOf(other);
  const parts = rgbOf(one).map((part, index) => Math.round(part + (to[index]! - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever is read better on all of the backgrounds. */
export function blackOrWhite(...backgrounds: string[]): string {
  const worst = (color: string) => Math.min(...backgrounds.map((background) => contrast(color, background)));
  return worst(WHITE) >= worst(BLACK) || worst(WHITE) >= 4.5 ? WHITE : BLACK;
}

/** The colour, or the nearest to it on the way to black or white that can be read on all of the backgrounds. */
export function legible(color: string, backgrounds: readonly string[], least = 4.5): string {
  const reads = (candidate: string) => backgrounds.every((background) => contrast(candidate, background) >= least);
  if (reads(color)) return color;
  const end = blackOrWhite(...backgrounds);
  for (let share = 0.06; share < 1; share += 0.06) {
    const candidate = mix(color, end, share);
    if (reads(candidate)) return candidate;
  }
  return end;
}

/** Whether white reads better on it than black. */
export function isDark(color: string): boolean {
  return contrast(WHITE, color) > contrast(BLACK, color);
}
