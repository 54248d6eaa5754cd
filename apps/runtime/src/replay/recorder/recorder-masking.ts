/**
 * The part of the recorder that masks in the browser what rrweb leaves: placeholders, titles and the like of fields, choices, and what
 * is in what a visitor may edit. The server masks once more, in its own way.
 */
export const RECORDER_MASKING = `  const MASK = '*****';
  const maskText = (text) => (text && text.trim() ? MASK : '');
  const EDITABLE = '[contenteditable]:not([contenteditable="false" i]),[role="textbox"],[role="searchbox"],[role="combobox"]';
  const PRIVATE = '[data-privado]';
  const REGION = 'input,textarea,select,' + EDITABLE + ',' + PRIVATE;
  const LOOK = /^(class|id|style|type|rows|cols|size|width|height|dir|lang|role|tabindex|disabled|multiple|hidden|contenteditable|data-privado|rr_.*)$/i;
  const LABEL = /^(submit|button|reset)$/i;

  /** Part of an address that is followed and not shown; it may name a person. */
  const QUERY = /[?#].*$/s;

  const isRegion = (id) => {
    const node = record.mirror.getNode(id);
    const element = node && (node.nodeType === 1 ? node : node.parentElement);
    return Boolean(element && element.closest(REGION));
  };

  function maskAttributes(id, attributes) {
    delete attributes.checked;
    delete attributes.selected;
    for (const name of ['href', 'action', 'formaction']) {
      const element = record.mirror.getNode(id);
      const isFollowed = element && /^(a|area|form|button|input)$/i.test(element.tagName);
      if (isFollowed && typeof attributes[name] === 'string') attributes[name] = attributes[name].replace(QUERY, '');
    }
    if (!isRegion(id)) return;
    for (const name of Object.keys(attributes)) {
      if (name === 'value' && LABEL.test(attributes.type)) continue;
      if (name === 'value') attributes.value = maskText(String(attributes.value ?? ''));
      else if (!LOOK.test(name)) delete attributes[name];
    }
  }

  function maskNode(node) {
    if (node.attributes) maskAttributes(node.id, node.attributes);
    if (node.type === 3 && isRegion(node.id)) node.textContent = maskText(node.textContent);
    for (const child of node.childNodes || []) maskNode(child);
  }

  /** Returns whether the event is kept. */
  function maskEvent({ type, data }) {
    if (type === 4) data.href = data.href.replace(QUERY, '');
    if (type === 2) maskNode(data.node);
    if (type !== 3) return type < 5;
    if (data.source === 5) {
      data.text = maskText(data.text);
      data.isChecked = false;
    }
    if (data.source === 0) {
      for (const { node } of data.adds) maskNode(node);
      for (const { id, attributes } of data.attributes) maskAttributes(id, attributes);
      for (const text of data.texts) if (isRegion(text.id)) text.value = maskText(text.value);
    }
    return true;
  }
`;
