import { requestedLanguage, serviceHeader } from '#libs/core/html';
import { maskedAddress } from '#libs/mail/email';
import type { Presentation } from '#libs/messaging/confirmation';
import { CONFIRMATION_TEXTS } from './confirmation-texts.js';
import type { Subscription } from './confirmations.service.js';

/** The pages about a subscription, in the language of the browser, else of the list. */
export function presentSubscription(subscription: Subscription | null): Presentation {
  const language = requestedLanguage() ?? subscription?.language ?? 'en';
  const { ask, done, somebody, ...texts } = CONFIRMATION_TEXTS[language];
  const { listName = '', email = '', sender: name = '' } = subscription ?? {};
  const sender = name || somebody;
  return {
    language,
    words: {
      ...texts,
      ask: { ...ask, text: ask.text(listName, sender, maskedAddress(email)) },
      done: { ...done, text: done.text(listName, sender) },
    },
    header: name ? serviceHeader({ name }) : undefined,
  };
}
