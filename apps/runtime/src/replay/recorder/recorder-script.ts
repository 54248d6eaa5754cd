import { RECORDER_MASKING } from './recorder-masking.js';
import { RECORDER_SENDING } from './recorder-sending.js';

/**
 * The recorder of visitors, which the pixel loads once a visitor consents. It takes what it needs from `pixel._replay`: `address` of the
 * runtime, `token`, `visitor` (the id of the consent) and `session`; it puts `stop` there, which `pixel.recusar()` calls.
 *
 * A recording is one tab, over the pages that it loads, of 30 minutes at most. Its id is in the storage of the tab.
 * @param recordModule source of rrweb's recorder, a CommonJS module
 */
export const recorderScript = (recordModule: string): string => `/* Records a visit, with consent. */
(() => {
  'use strict';
  const given = window.pixel && window.pixel._replay;
  if (!given || given.stop || navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
  const module = { exports: {} };
  ((module, exports) => {
${recordModule}
  })(module, module.exports);
  const { record } = module.exports;
  const KEY = '_replay';
  const MAX_MS = 30 * 60000;

${RECORDER_MASKING}
${RECORDER_SENDING}
  const uuid = () =>
    crypto.randomUUID
      ? crypto.randomUUID()
      : '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
          (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16));

  const stored = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY)) || {};
    } catch {
      return {};
    }
  };
  const store = (value) => {
    try {
      if (value) sessionStorage.setItem(KEY, JSON.stringify(value));
      else sessionStorage.removeItem(KEY);
    } catch {
      // The page may not store: its next one begins a recording of its own.
    }
  };

  function start() {
    // The whole page is a text that the visitor edits.
    if (document.designMode === 'on') return;
    const known = stored();
    const goesOn = known.visitor === given.visitor && Date.now() - known.since < MAX_MS;
    const recording = goesOn ? known : { id: uuid(), since: Date.now(), visitor: given.visitor };
    if (recording.isFull) return;
    store(recording);
    const body = {
      credencial: given.token,
      consentimento: true,
      visitante: given.visitor,
      gravacao: recording.id,
      sessao: given.session,
      carga: uuid(),
    };
    let stopRecord;
    let isOver = false;
    const end = () => {
      isOver = true;
      if (stopRecord) stopRecord();
    };
    const sender = senderOf({ address: given.address, body }, () => {
      store({ ...recording, isFull: true });
      end();
    });
    stopRecord = record({
      emit(event) {
        if (isOver) return;
        if (Date.now() - recording.since > MAX_MS) {
          sender.flush();
          return end();
        }
        if (maskEvent(event)) sender.add(event);
      },
      maskInputOptions: { input: true, textarea: true, select: true, password: true },
      maskInputFn: maskText,
      maskTextSelector: 'textarea,' + EDITABLE + ',' + PRIVATE,
      maskTextFn: maskText,
      blockSelector: 'iframe,frame,object,embed',
      slimDOMOptions: 'all',
      inlineStylesheet: true,
      recordCanvas: false,
      collectFonts: false,
      inlineImages: false,
      sampling: { mousemove: 100, scroll: 200, input: 'last' },
    });
    const leave = () => document.visibilityState === 'hidden' && sender.flush();
    addEventListener('pagehide', () => sender.flush());
    document.addEventListener('visibilitychange', leave);
    given.stop = () => {
      sender.stop();
      end();
      store(null);
    };
  }
  start();
})();
`;
