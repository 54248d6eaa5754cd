export { default as escapeHtml } from 'escape-html';
export { rejectCrossSiteForm } from './form-origin.js';
export { Html, html } from './html.js';
export { pageOf, type PageParts } from './page.js';
export { pagePolicy, type PagePermissions } from './page-policy.js';
export { PageStyle } from './page-style.js';
export { sendHtml, sendOn } from './send-html.js';
export { qrCodeSvg } from './qr-code.js';
