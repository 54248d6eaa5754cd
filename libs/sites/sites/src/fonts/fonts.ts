/** The fonts that a page may use, as the API calls them. */
export const FONT_NAMES = [
  'comfortaa',
  'urbanist',
  'montserrat',
  'inter',
  'poppins',
  'open-sans',
  'nunito',
  'playfair-display',
  'merriweather',
  'dm-sans',
  'manrope',
  'raleway',
] as const;

export type FontName = (typeof FONT_NAMES)[number];

/** How a font of the system is stretched to take the room of the one that is still loading. In percent. */
export interface FallbackMetrics {
  serif: boolean;
  size: number;
  ascent: number;
  descent: number;
  lineGap: number;
}

/** One file of a font. */
export interface FontFace {
  /** Its name, which is also the last part of its address on the runtime. It never changes: published pages name it. */
  file: string;
  /** A weight or a range of them, as CSS writes it. */
  weight: string;
  /** The characters in it, as CSS writes them. */
  characters: string;
}

export interface Font {
  name: FontName;
  family: string;
  faces: readonly FontFace[];
  fallback: FallbackMetrics;
}

const CHARACTERS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

/** Fonts with one file for all weights. */
function variable(name: FontName, family: string, weight: string, fallback: FallbackMetrics): Font {
  const faces = Object.entries(CHARACTERS).map(([subset, characters]) => ({
    file: `${name}-${subset}-wght-normal.woff2`,
    weight,
    characters,
  }));
  return { name, family, faces, fallback };
}

/** Fonts with a file for each weight. */
function fixed(name: FontName, family: string, weights: readonly string[], fallback: FallbackMetrics): Font {
  const faces = weights.flatMap((weight) =>
    Object.entries(CHARACTERS).map(([subset, characters]) => ({
      file: `${name}-${subset}-${weight}-normal.woff2`,
      weight,
      characters,
    })),
  );
  return { name, family, faces, fallback };
}

/** Beside Arial; ascent and descent are those of the font divided by the size. */
const sans = (size: number, ascent: number, descent: number, lineGap = 0): FallbackMetrics => ({
  serif: false,
  size,
  ascent,
  descent,
  lineGap,
});

/** Beside Times New Roman. */
const serif = (size: number, ascent: number, descent: number): FallbackMetrics => ({
  ...sans(size, ascent, descent),
  serif: true,
});

const ALL: readonly Font[] = [
  variable('comfortaa', 'Comfortaa', '300 700', sans(117.54, 74.95, 19.91)),
  variable('urbanist', 'Urbanist', '100 900', sans(99.04, 95.93, 25.24)),
  variable('montserrat', 'Montserrat', '100 900', sans(112.83, 85.79, 22.25)),
  variable('inter', 'Inter', '100 900', sans(107.12, 90.44, 22.52)),
  fixed('poppins', 'Poppins', ['400', '600', '700'], sans(112.16, 93.62, 31.21, 8.92)),
  variable('open-sans', 'Open Sans', '300 800', sans(105.15, 101.65, 27.86)),
  variable('nunito', 'Nunito', '200 1000', sans(101.39, 99.71, 34.82)),
  variable('playfair-display', 'Playfair Display', '400 900', serif(111.26, 97.25, 22.56)),
  variable('merriweather', 'Merriweather', '300 900', serif(119.38, 82.42, 22.87)),
  variable('dm-sans', 'DM Sans', '100 1000', sans(104.53, 94.9, 29.66)),
  variable('manrope', 'Manrope', '200 800', sans(103.19, 103.31, 29.07)),
  variable('raleway', 'Raleway', '100 900', sans(103.86, 90.51, 22.53)),
];

const BY_NAME = new Map<string, Font>(ALL.map((font) => [font.name, font]));

/** @returns undefined for a name that is none of the twelve */
export function findFont(name: string): Font | undefined {
  return BY_NAME.get(name);
}

/** A font of the twelve. */
export function fontOf(name: FontName): Font {
  return BY_NAME.get(name)!;
}
