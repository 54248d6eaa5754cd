export { FONT_ADDRESS, FONT_FILES, readFontFile } from './font-files.js';
export {
  type FallbackMetrics,
  findFont,
  type Font,
  FONT_NAMES,
  type FontFace,
  type FontName,
  fontOf,
} from './fonts.js';
