import type { SectionStyle } from '../document/page-document.js';
import { blackOrWhite, contrast, isDark, legible, mix } from '#libs/sites/sites';
import type { Brand } from './page-context.js';

/** The colours of a section. Each text is legible on the background and on cards. */
export interface Palette {
  background: string;
  /** Painted over the background; not a colour, so texts are judged by the background. */
  gradient: boolean;
  text: string;
  muted: string;
  /** Text of headings. */
  heading: string;
  /** Background of cards and fields. */
  card: string;
  line: string;
  /** Border of fields, with enough contrast to be seen. */
  edge: string;
  link: string;
  button: string;
  onButton: string;
  buttonHover: string;
  /** A weak tone of the brand, for badges and icons, and what is written on it. */
  soft: string;
  onSoft: string;
}

/** The custom property of each colour. */
const VARIABLES: Record<Exclude<keyof Palette, 'gradient'>, string> = {
  background: 'b',
  text: 't',
  muted: 'm',
  heading: 'h',
  card: 'c',
  line: 'l',
  edge: 'e',
  link: 'k',
  button: 'p',
  onButton: 'o',
  buttonHover: 'q',
  soft: 's',
  onSoft: 'u',
};

/** The palette as declarations of custom properties. */
export function paletteCss(palette: Palette): string {
  return Object.entries(VARIABLES)
    .map(([name, variable]) => `--${variable}:${palette[name as keyof typeof VARIABLES]}`)
    .join(';');
}

/** The colours of a section with this background. */
export function paletteOf(brand: Brand, style: SectionStyle = {}): Palette {
  const primary = brandTone(brand);
  const background = backgroundOf(brand, style.fundo ?? 'padrao');
  const dark = isDark(background);
  const card = dark ? cardOnDark(background) : cardOn(brand, background);
  const grounds = [background, card];
  const text = style.cor_texto ?? legible(dark ? mix('#ffffff', background, 0.06) : brand.colors.text, grounds, 7);
  const visible = contrast(primary, background) >= 1.9;
  const button = visible ? primary : blackOrWhite(background);
  const onButton = visible ? readable(brand.colors.onPrimary, button) : legible(primary, [button]);
  // On the brand's own colour a darker tone carries light text, a lighter one dark text.
  const soft = visible
    ? mix(background, primary, dark ? 0.22 : 0.1)
    : mix(background, dark ? '#000000' : '#ffffff', 0.2);
  return {
    background,
    gradient: style.fundo === 'gradiente',
    text,
    heading: style.cor_texto ?? (dark ? '#ffffff' : mix(text, '#05070f', 0.35)),
    muted: style.cor_texto ?? legible(mix(text, background, 0.32), grounds, 4.6),
    card,
    line: mix(background, text, dark ? 0.18 : 0.12),
    edge: edgeOf(background, text, grounds),
    link: legible(primary, grounds, 4.6),
    button,
    onButton,
    buttonHover: mix(button, isDark(button) ? '#000000' : onButton, 0.12),
    soft,
    onSoft: legible(visible ? primary : text, [soft], 4.6),
  };
}

/**
 * The brand's colour, a little darker or lighter where the text that the brand wants on it is nearly legible; a colour far
 * from legible stays, and its text becomes black or white.
 */
function brandTone({ colors: { primary, onPrimary } }: Pick<Brand, 'colors'>): string {
  return contrast(primary, onPrimary) >= 3.2 ? legible(primary, [onPrimary], 4.6) : primary;
}

/** A tone between background and text that is seen beside both surfaces. */
function edgeOf(background: string, text: string, grounds: readonly string[]): string {
  for (let share = 0.4; share < 1; share += 0.05) {
    const tone = mix(background, text, share);
    if (grounds.every((ground) => contrast(tone, ground) >= 3.1)) return tone;
  }
  return text;
}

function readable(color: string, background: string): string {
  return contrast(color, background) >= 4.5 ? color : blackOrWhite(background);
}

/** A little lighter, unless light text would then be lost on it. */
function cardOnDark(background: string): string {
  const lighter = mix(background, '#ffffff', 0.07);
  return contrast('#ffffff', lighter) >= 4.9 ? lighter : mix(background, '#000000', 0.12);
}

function cardOn({ colors }: Brand, background: string): string {
  const lighter =
    contrast(colors.background, '#000000') >= contrast(background, '#000000') && !isDark(colors.background);
  if (background === colors.background) return isDark(colors.surface) ? mix(background, '#ffffff', 0.5) : background;
  return lighter ? colors.background : mix(background, '#ffffff', 0.6);
}

function backgroundOf({ colors }: Pick<Brand, 'colors'>, name: string): string {
  switch (name) {
    case 'padrao':
      return colors.background;
    case 'suave':
      return mix(colors.background, colors.primary, isDark(colors.background) ? 0.14 : 0.06);
    case 'gradiente':
      return mix(colors.background, colors.primary, isDark(colors.background) ? 0.12 : 0.05);
    case 'superficie':
      return colors.surface;
    case 'primaria':
      return brandTone({ colors });
    case 'escuro':
      return mix(colors.primary, '#090c16', 0.84);
    default:
      return name.toLowerCase();
  }
}
