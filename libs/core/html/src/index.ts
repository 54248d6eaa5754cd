/** HTML of pages and mails: escaping, layout, palette, policy of content. */

export { default as escapeHtml } from 'escape-html';
export { rejectCrossSiteForm } from './form-origin.js';
export { Html, html } from './html.js';
export { brandedCardStyle, CARD_STYLE } from './card-style.js';
export { mark } from './mark.js';
export { pageOf, type PageParts } from './page.js';
export { pagePolicy, type PagePermissions } from './page-policy.js';
export { PageStyle } from './page-style.js';
export { sendHtml, sendOn } from './send-html.js';
export { qrCodeSvg } from './qr-code.js';
export { LIGHT, DARK, PALETTE_CSS, type PaletteColor } from './palette.js';
export {
  chooseLanguage,
  currentLanguage,
  LANGUAGES,
  languageIn,
  preferredLanguage,
  requestedLanguage,
  type Language,
} from './language.js';
export { prefersPage, unknownAddressPage } from './unknown-address-page.js';
export { serviceHeader, type ServiceLook } from './service-header.js';
