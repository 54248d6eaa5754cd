import { maskedAddress } from '#libs/mail/email';
import { brandedCardStyle, html, requestedLanguage } from '#libs/core/html';
import type { Presentation } from '#libs/messaging/confirmation';
import type { LeadConfirmation } from '#libs/sites/forms';
import { CONFIRMATION_LABELS } from './confirmation-labels.js';

/** The pages about a lead, in the language and the colours of the mail. */
export function presentLead(confirmation: LeadConfirmation | null): Presentation {
  if (!confirmation) {
    const language = requestedLanguage() ?? 'pt';
    return { language, words: CONFIRMATION_LABELS[language] };
  }
  const { lead, language, sender, brand } = confirmation.request;
  const labels = CONFIRMATION_LABELS[language];
  const consent = (text: string) =>
    html`<p>${labels.consent}</p>
      <p class="quote">${text}</p>`;
  return {
    language,
    words: labels,
    about: html`<strong>${maskedAddress(lead.email ?? '')}</strong>`,
    consent: lead.consent && lead.consentText ? consent(lead.consentText) : undefined,
    footer: sender === null ? undefined : html`<p class="small">${labels.sender(sender)}</p>`,
    style: brand ? brandedCardStyle(brand.primaryColor, brand.onPrimaryColor) : undefined,
  };
}
