import { CONSENT_BANNER } from './consent-banner.js';
import { CONSENT_DECISIONS } from './consent-decisions.js';
import { FORM_CONVERSIONS } from './form-conversions.js';
import { TAG_LOADERS } from './tag-loaders.js';

/**
 * The script of `/_f/tags.js`: asks visitors of a published page for consent, remembers and records what they decide, and loads the
 * account's tags of the categories that they agreed to. Before a decision nothing of a vendor is asked for. It has one global name,
 * `consentimento`.
 */
export const TAGS_SCRIPT_SOURCE = `/* Asks for consent, and loads what a visitor agreed to. */
(() => {
  'use strict';
  const element = document.querySelector('script[type="application/json"][data-tags]');
  if (!element || window.consentimento) return;
  const given = JSON.parse(element.textContent);
${TAG_LOADERS}
${CONSENT_DECISIONS}
${CONSENT_BANNER}
${FORM_CONVERSIONS}
  /** The account's own pixel follows the category of statistics. */
  function tellPixel(accepted, isRefusal) {
    if (!window.pixel || !asked.includes('estatistica')) return;
    if (accepted.includes('estatistica')) pixel.consentir();
    else if (isRefusal) pixel.recusar();
  }

  async function decide(action, accepted) {
    const before = readDecision();
    const known = before && before.version === given.version ? before : null;
    const visitor = accepted.length > 0 ? (before && before.visitor) || uuid() : '';
    const decision = { version: given.version, accepted, visitor, action, pending: uuid(), at: Date.now() };
    writeDecision(decision);
    const recorded = record(decision);
    tellPixel(accepted, true);
    const isWithdrawn = known && known.accepted.some((name) => !accepted.includes(name));
    if (!isWithdrawn) return loadTags(accepted);
    removeLeft();
    // What runs cannot be stopped: the page begins anew without it.
    await Promise.race([recorded, wait(MOST_MS)]);
    location.reload();
  }

  const found = readDecision();
  const decision = found && found.version === given.version ? found : null;
  if (decision) {
    tellPixel(decision.accepted, false);
    loadTags(decision.accepted);
    if (decision.pending) record(decision);
  }
  watchForms();
  offerAgain();
  // A browser that asks not to be tracked has refused marketing: it is asked about the rest.
  if (!decision && asked.some((name) => !gpc || name !== 'marketing')) ask();

  window.consentimento = Object.freeze({
    abrir: () => ask(document.activeElement || document.body),
    estado: () => Object.fromEntries(asked.map((name) => [name, Boolean(readDecision()?.accepted.includes(name) && readDecision().version === given.version)])),
  });
})();
`;
