/** The colours of our own pages and mails, `#rrggbb`; those on the same ground have a contrast of 4.5 to 1 or more. */
export const LIGHT = {
  bg: '#f3f5f9',
  card: '#ffffff',
  fg: '#172033',
  soft: '#56617a',
  line: '#c9d1df',
  accent: '#1f4fd8',
  accentFg: '#ffffff',
  bad: '#a5161f',
  badBg: '#fdecec',
  good: '#116b3a',
  goodBg: '#e3f5ea',
  warn: '#8a4b00',
  warnBg: '#fff1d6',
  tint: '#e8eefc',
} as const;

export type PaletteColor = keyof typeof LIGHT;

export const DARK: Readonly<Record<PaletteColor, string>> = {
  bg: '#0d121b',
  card: '#161d2a',
  fg: '#e8ecf5',
  soft: '#a3aec4',
  line: '#3a465c',
  accent: '#9db8ff',
  accentFg: '#0d1a3d',
  bad: '#ffb3b3',
  badBg: '#3a1a1f',
  good: '#8fe0b0',
  goodBg: '#12301f',
  warn: '#ffcf8a',
  warnBg: '#38290f',
  tint: '#1e2a45',
};

/** Colours of the lines of a chart, in this order, for either ground; on the card they have 4.5 to 1 or more. */
export const CHART = {
  light: ['#1f4fd8', '#116b3a', '#8a4b00', '#a3168a', '#0b6b75', '#6b3fc0'],
  dark: ['#9db8ff', '#8fe0b0', '#ffcf8a', '#ffa3e0', '#7fdbe6', '#c9b0ff'],
} as const;

/** Variables of CSS for all colours, such as `--accent-fg`, by the reader's choice of light or dark. */
export const PALETTE_CSS = `
:root{color-scheme:light dark;${variables(LIGHT)}}
@media(prefers-color-scheme:dark){:root{${variables(DARK)}}}`;

function variables(palette: Readonly<Record<PaletteColor, string>>): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${color}`)
    .join(';');
}
