import type { AnsweredLead } from '#libs/core/app-events';
import { plainName } from '#libs/messaging/notices';
import type { FormContext, FormField, Lead } from '#libs/sites/forms';
import { NOTICE_TEXTS } from './notice-texts.js';
import { shownValue } from './shown-values.js';

interface AnsweredContext extends Pick<FormContext, 'formName' | 'language' | 'pageTitle'> {
  lead: Lead;
  fields: readonly FormField[];
}

/**
 * Variables of the template that answers a visitor. Somebody may have typed the address of another person: what looks like a
 * link is left out, and a value is as long as a name, so that the answer carries nobody's advertising.
 */
export function answerData({ lead, fields, pageTitle, formName, language }: AnsweredContext): AnsweredLead['data'] {
  const texts = NOTICE_TEXTS[language];
  return {
    form: formName,
    page: plainName(pageTitle ?? ''),
    name: plainName(lead.name ?? ''),
    email: lead.email ?? '',
    // Also those that were left empty: a template may name any field of the form.
    fields: fields.map((field) => {
      const value = shownValue(field, lead.values[field.name], texts);
      return { name: field.name, value: value === lead.email ? value : plainName(value) };
    }),
  };
}
