import {
  colorsTuple,
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import { DARK, LIGHT, type PaletteColor } from '../../../../../libs/core/html/src/palette.ts';

/** Colours that buttons may have, each with the one that text has on it and the one behind it where it is faint. */
const MOODS: Readonly<Record<string, { fill: string; text: string; faint: string }>> = {
  accent: { fill: 'var(--accent)', text: 'var(--accent-fg)', faint: 'var(--tint)' },
  bad: { fill: 'var(--bad)', text: 'var(--card)', faint: 'var(--bad-bg)' },
};

const moods: VariantColorsResolver = (input) => {
  const mood = MOODS[input.color ?? input.theme.primaryColor];
  if (!mood) return defaultVariantColorsResolver(input);
  const clear = { background: 'transparent', hover: mood.faint, color: mood.fill };
  switch (input.variant) {
    case 'filled':
      return {
        background: mood.fill,
        hover: `color-mix(in srgb, ${mood.fill} 88%, var(--fg))`,
        color: mood.text,
        border: '1px solid transparent',
      };
    case 'light':
      return { background: mood.faint, hover: 'var(--line)', color: mood.fill, border: '1px solid transparent' };
    case 'subtle':
    case 'transparent':
      return { ...clear, border: '1px solid transparent' };
    case 'outline':
      return { ...clear, border: '1px solid var(--line)' };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Mantine's greys, from light to dark, in the tone of the palette: skeletons and lines in the light. */
const GRAY = [
  '#f8f9fc',
  LIGHT.bg,
  '#e8ecf3',
  '#dde3ed',
  LIGHT.line,
  '#a9b4c8',
  '#7d89a1',
  LIGHT.soft,
  '#333e55',
  LIGHT.fg,
] as const;

/** The same in the dark, from text to ground: the sixth is behind what is skeleton, the seventh behind what is typed. */
const NIGHT = [
  DARK.fg,
  '#c9d1e0',
  DARK.soft,
  '#7d8aa3',
  DARK.line,
  '#232d40',
  '#111826',
  DARK.card,
  DARK.bg,
  '#090d14',
] as const;

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: colorsTuple(LIGHT.accent), bad: colorsTuple(LIGHT.bad), gray: GRAY, dark: NIGHT },
  variantColorResolver: moods,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 8,
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, radius: 12, transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { radius: 10, shadow: 'md', transitionProps: { duration: 120 } } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
});

/** The tokens as variables of CSS, and Mantine's own variables set to them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...tokens(LIGHT), ...MANTINE },
  dark: { ...tokens(DARK), ...MANTINE },
});

const MANTINE = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--fg)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--bg)',
  '--mantine-color-default-color': 'var(--fg)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-light': 'var(--tint)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--accent-fg)',
};

function tokens(palette: Readonly<Record<PaletteColor, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(palette).map(([name, color]) => [
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      color,
    ]),
  );
}
