import { CONFIRMATION_WORDS, confirmationNotice } from '#libs/messaging/confirmation';
import { NOTICE_LOOKS, type Notice, type NoticeLook } from '#libs/messaging/notices';
import type { FormLanguage } from '../form-definition.js';
import type { ConfirmationRequest } from './confirmation-request.js';

interface MailLabels {
  subject(sender: string | null): string;
  text(form: string, sender: string | null): string;
  consent: string;
  button: string;
  notYou: string;
}

const named = (text: string): string => (text ? ` “${text}”` : '');

const LABELS: Readonly<Record<FormLanguage, MailLabels>> = {
  pt: {
    subject: (sender) => (sender ? `Confirme seu e-mail para ${sender}` : 'Confirme seu e-mail'),
    text: (form, sender) =>
      `Este endereço foi informado no formulário${named(form)}${sender ? ` de ${sender}` : ''}. Confirme que ele é seu.`,
    consent: 'Ao confirmar, você concorda com:',
    button: 'Confirmar meu e-mail',
    notYou: 'Se não foi você, ignore este e-mail: sem o seu clique, nada é confirmado.',
  },
  en: {
    subject: (sender) => (sender ? `Confirm your e-mail for ${sender}` : 'Confirm your e-mail'),
    text: (form, sender) =>
      `This address was entered in the form${named(form)}${sender ? ` of ${sender}` : ''}. Please confirm that it is yours.`,
    consent: 'By confirming you agree to:',
    button: 'Confirm my e-mail',
    notYou: 'If it was not you, ignore this mail: without your click nothing is confirmed.',
  },
  es: {
    subject: (sender) => (sender ? `Confirme su correo para ${sender}` : 'Confirme su correo'),
    text: (form, sender) =>
      `Esta dirección se indicó en el formulario${named(form)}${sender ? ` de ${sender}` : ''}. Confirme que es suya.`,
    consent: 'Al confirmar, usted acepta:',
    button: 'Confirmar mi correo',
    notYou: 'Si no fue usted, ignore este correo: sin su clic no se confirma nada.',
  },
};

/** The mail that asks, in the language of the request. Nothing that the visitor typed is in it but the address it goes to. */
export function confirmationMail(request: ConfirmationRequest, url: string, expiresAt: Date): Notice {
  const { lead, formName, sender, language } = request;
  const { consent, ...labels } = LABELS[language];
  const parts = {
    ...labels,
    subject: labels.subject(sender),
    text: labels.text(formName, sender),
    consent: lead.consent && lead.consentText ? { label: consent, text: lead.consentText } : undefined,
  };
  return confirmationNotice(language, parts, { url, expiresAt });
}

/** @param product who signs where the tenant has no name */
export function confirmationLook({ language, sender, brand }: ConfirmationRequest, product: string): NoticeLook {
  const colors = brand ? { color: brand.primaryColor, onColor: brand.onPrimaryColor } : {};
  const { locale } = CONFIRMATION_WORDS[language];
  return { ...NOTICE_LOOKS[language], ...colors, language: locale, signature: sender ?? product };
}
