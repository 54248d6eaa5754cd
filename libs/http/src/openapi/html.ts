/** Text that can stand in an HTML element or a quoted attribute. */
export { default as escapeHtml } from 'escape-html';
