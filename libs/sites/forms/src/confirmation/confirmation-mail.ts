import type { Notice, NoticeLook } from '#libs/messaging/notices';
import { LIGHT } from '#libs/core/html';
import type { FormLanguage } from '../form-definition.js';
import { CONFIRMATION_LINK_DAYS } from './confirmation.js';
import type { ConfirmationRequest } from './confirmation-request.js';

interface MailLabels {
  locale: string;
  subject(sender: string | null): string;
  heading: string;
  greeting: string;
  text(form: string, sender: string | null): string;
  consent: string;
  button: string;
  withoutButton: string;
  expires(until: string): string;
  notYou: string;
}

const named = (text: string): string => (text ? ` “${text}”` : '');

const LABELS: Readonly<Record<FormLanguage, MailLabels>> = {
  pt: {
    locale: 'pt-BR',
    subject: (sender) => (sender ? `Confirme seu e-mail para ${sender}` : 'Confirme seu e-mail'),
    heading: 'Só falta confirmar',
    greeting: 'Olá,',
    text: (form, sender) =>
      `Este endereço foi informado no formulário${named(form)}${sender ? ` de ${sender}` : ''}. Confirme que ele é seu.`,
    consent: 'Ao confirmar, você concorda com:',
    button: 'Confirmar meu e-mail',
    withoutButton: 'Se o botão não funcionar, abra este endereço:',
    expires: (until) => `O link vale por ${CONFIRMATION_LINK_DAYS} dias, até ${until}.`,
    notYou: 'Se não foi você, ignore este e-mail: sem o seu clique, nada é confirmado.',
  },
  en: {
    locale: 'en-GB',
    subject: (sender) => (sender ? `Confirm your e-mail for ${sender}` : 'Confirm your e-mail'),
    heading: 'One last step: confirm',
    greeting: 'Hello,',
    text: (form, sender) =>
      `This address was entered in the form${named(form)}${sender ? ` of ${sender}` : ''}. Please confirm that it is yours.`,
    consent: 'By confirming you agree to:',
    button: 'Confirm my e-mail',
    withoutButton: 'If the button does not work, open this address:',
    expires: (until) => `The link works for ${CONFIRMATION_LINK_DAYS} days, until ${until}.`,
    notYou: 'If it was not you, ignore this mail: without your click nothing is confirmed.',
  },
  es: {
    locale: 'es',
    subject: (sender) => (sender ? `Confirme su correo para ${sender}` : 'Confirme su correo'),
    heading: 'Solo falta confirmar',
    greeting: 'Hola:',
    text: (form, sender) =>
      `Esta dirección se indicó en el formulario${named(form)}${sender ? ` de ${sender}` : ''}. Confirme que es suya.`,
    consent: 'Al confirmar, usted acepta:',
    button: 'Confirmar mi correo',
    withoutButton: 'Si el botón no funciona, abra esta dirección:',
    expires: (until) => `El enlace funciona durante ${CONFIRMATION_LINK_DAYS} días, hasta el ${until}.`,
    notYou: 'Si no fue usted, ignore este correo: sin su clic no se confirma nada.',
  },
};

const BUTTON = { color: LIGHT.accent, onColor: LIGHT.accentFg };

/** The mail that asks, in the language of the request. Nothing that the visitor typed is in it but the address it goes to. */
export function confirmationMail(request: ConfirmationRequest, url: string, expiresAt: Date): Notice {
  const { lead, formName, sender, language } = request;
  const labels = LABELS[language];
  const until = new Intl.DateTimeFormat(labels.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  const quote = lead.consent && lead.consentText ? lead.consentText : undefined;
  return {
    subject: labels.subject(sender),
    heading: labels.heading,
    paragraphs: [labels.greeting, labels.text(formName, sender), ...(quote ? [labels.consent] : [])],
    quote,
    action: { label: labels.button, url },
    notes: [labels.expires(until), labels.notYou],
  };
}

/** @param product who signs where the tenant has no name */
export function confirmationLook({ language, sender, brand }: ConfirmationRequest, product: string): NoticeLook {
  const { locale, withoutButton } = LABELS[language];
  const colors = brand ? { color: brand.primaryColor, onColor: brand.onPrimaryColor } : BUTTON;
  return { ...colors, signature: sender ?? product, language: locale, withoutButton };
}
