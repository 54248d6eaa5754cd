import { findFont, type Font, FONT_ADDRESS, fontOf } from '#libs/sites/sites';
import { escapeHtml } from '#libs/core/html';

const SYSTEM = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  serif: 'Georgia,"Times New Roman",serif',
};
const STAND_IN = {
  sans: "local('Arial'),local('ArialMT'),local('Liberation Sans'),local('Roboto')",
  serif: "local('Times New Roman'),local('TimesNewRomanPSMT'),local('Liberation Serif')",
};

/** The first font that the document or else the brand names; Inter if neither names one of the twelve. */
export function chosenFont(...names: (string | undefined)[]): Font {
  for (const name of names) {
    const font = name && findFont(name);
    if (font) return font;
  }
  return fontOf('inter');
}

/** The fonts' faces, a stand-in of the same size for each while it loads, and the two families of the page. */
export function fontStyle(headings: Font, text: Font): string {
  const fonts = [...new Set([headings, text])];
  return `${fonts.map(facesOf).join('')}:root{--fh:${stackOf(headings)};--fx:${stackOf(text)}}`;
}

/** Preloads the font files of the first screen, so that they load together with the page. */
export function fontPreloads(headings: Font, text: Font): string {
  const first = (font: Font, weight: string) =>
    font.faces.find(
      (face) => (face.weight.includes(' ') || face.weight === weight) && face.characters.startsWith('U+0000'),
    )!;
  const files = new Set([first(headings, '700').file, first(text, '400').file]);
  return [...files]
    .map(
      (file) =>
        `<link rel="preload" href="${escapeHtml(FONT_ADDRESS + file)}" as="font" type="font/woff2" crossorigin>`,
    )
    .join('\n');
}

function facesOf({ family, faces, fallback }: Font): string {
  const rules = faces.map(
    ({ file, weight, characters }) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${FONT_ADDRESS}${file}) format("woff2");unicode-range:${characters}}`,
  );
  const { size, ascent, descent, lineGap, serif } = fallback;
  const standIn = `@font-face{font-family:"${family} f";src:${STAND_IN[serif ? 'serif' : 'sans']};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:${lineGap}%}`;
  return rules.join('') + standIn;
}

function stackOf({ family, fallback }: Font): string {
  return `"${family}","${family} f",${SYSTEM[fallback.serif ? 'serif' : 'sans']}`;
}
