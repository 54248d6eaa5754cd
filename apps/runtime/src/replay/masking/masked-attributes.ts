import { type Fields, isObject } from './recorded-events.js';

/** Shown in place of a text; always as long, so that it tells no length. */
export const MASK = '*****';

export const maskText = (text: unknown): string => (typeof text === 'string' && text.trim() !== '' ? MASK : '');

/** Elements into which visitors type or in which they choose. */
const FIELDS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);

/** Types of inputs whose value is a label that the page gives. */
const LABELLED = /^(?:submit|button|reset)$/i;

/** Attributes that a field keeps: those of its look. Others, such as `placeholder` or `title`, may repeat what was typed. */
const OF_FIELDS =
  /^(?:class|id|style|type|rows|cols|size|width|height|dir|lang|role|tabindex|disabled|multiple|hidden|contenteditable|data-privado|rr_(?:width|height|scrollleft|scrolltop))$/;

/** Attributes of scripts and of other documents; a recording runs and loads none. */
const ACTIVE = /^(?:on.*|srcdoc|rr_src|rr_dataurl|ping|nonce|integrity|http-equiv)$/;
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'portal']);
const OF_FRAMES = /^(?:src|data|code|codebase|archive)$/;

const ADDRESSES = /^(?:href|src|action|formaction|xlink:href|poster|data|background)$/;
/** Addresses that are followed and not shown: their query may name a person. */
const FOLLOWED = /^(?:href|action|formaction)$/;
const LINKS: ReadonlySet<string> = new Set(['a', 'area', 'form', 'button', 'input']);

/** Whether a node is a field, or a visitor may edit it, or the page says that it is private. */
export function takesInput(tag: string, attributes: Fields): boolean {
  return FIELDS.has(tag) || isEditable(attributes);
}

/** Whether attributes make an element one that a visitor may edit, or a private one. */
export function isEditable(attributes: Fields): boolean {
  for (const [name, value] of Object.entries(attributes)) {
    const lower = name.toLowerCase();
    if (lower === 'data-privado') return true;
    if (lower === 'contenteditable' && value !== null && String(value).toLowerCase() !== 'false') return true;
    if (lower === 'role' && /^(?:textbox|searchbox|combobox)$/i.test(String(value))) return true;
  }
  return false;
}

/**
 * Returns what is kept of attributes.
 * @param tag of the element in lower case; empty if it is not known, in an attribute that changes
 * @param isMasked whether the element takes input, or is in one that does
 */
export function maskAttributes(tag: string, attributes: Fields, isMasked: boolean): Fields {
  const kept: Fields = {};
  const isLabelled = tag === 'input' && LABELLED.test(String(attributes['type']));
  for (const [name, value] of Object.entries(attributes)) {
    const lower = name.toLowerCase();
    // The player would take these for a choice of the visitor.
    if (lower === 'checked' || lower === 'selected') continue;
    if (lower === 'value' && isMasked && !isLabelled) kept[name] = value === null ? null : maskText(value);
    else if (isMasked && lower !== 'value' && !OF_FIELDS.test(lower)) continue;
    else if (isKept(tag, lower, value)) kept[name] = addressOf(tag, lower, value);
  }
  return kept;
}

function isKept(tag: string, name: string, value: unknown): boolean {
  if (ACTIVE.test(name) || name === '__proto__') return false;
  if (FRAMES.has(tag) && OF_FRAMES.test(name)) return false;
  if (isObject(value)) return name === 'style';
  if (!ADDRESSES.test(name)) return true;
  // Browsers leave these out of an address.
  return typeof value !== 'string' || !/^(?:javascript|vbscript):/i.test(value.replaceAll(/[\s\p{Cc}]/gu, ''));
}

function addressOf(tag: string, name: string, value: unknown): unknown {
  const isFollowed = FOLLOWED.test(name) && (LINKS.has(tag) || tag === '');
  return isFollowed && typeof value === 'string' ? withoutQuery(value) : value;
}

/** An address without its query and fragment, which may name a person. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');
