import { addressesOf, pairsOf } from '#web/parts/lists-of-text.ts';
import type { SendEmailInput } from './send.generated.ts';

export interface EmailValues {
  source: string;
  to: string;
  kind: 'text' | 'html' | 'template';
  subject: string;
  text: string;
  html: string;
  templateId: string;
  /** `name: value` lines. */
  data: string;
  sendAt: string;
  /** `name: value` lines. */
  tags: string;
}

/** The input for the fields of the form: those of the kind of content that was chosen. */
export function emailInput(values: EmailValues, sendAt: string | undefined): SendEmailInput {
  const { source, to, kind, subject, text, html, templateId } = values;
  const tags = pairsOf(values.tags) ?? {};
  return {
    source: source.trim(),
    destination: { toAddresses: addressesOf(to) },
    ...(kind === 'template'
      ? { templateId, templateData: pairsOf(values.data) ?? {} }
      : {
          message: {
            subject: { data: subject },
            body: kind === 'html' ? { html: { data: html } } : { text: { data: text } },
          },
        }),
    ...(sendAt && { sendAt }),
    ...(Object.keys(tags).length > 0 && { tags }),
  };
}
