import type { Language } from '#libs/core/html';
import type { OwnWords } from '#libs/messaging/confirmation';

/** Texts of the pages, beside those of every double opt-in. Each is about a masked address or, if there is none, about the link. */
export interface ConfirmationLabels extends OwnWords {
  /** Line before the text of the consent. */
  consent: string;
  sender(name: string): string;
}

export const CONFIRMATION_LABELS: Readonly<Record<Language, ConfirmationLabels>> = {
  pt: {
    ask: {
      title: 'Confirme seu e-mail',
      text: 'É seu este endereço?',
      note: 'Se não foi você que o informou, feche esta página: sem o botão, nada é confirmado.',
    },
    consent: 'Ao confirmar, você concorda com:',
    done: { title: 'E-mail confirmado', text: 'Obrigado! Recebemos a sua confirmação.' },
    before: { title: 'Já estava confirmado', text: 'Recebemos a sua confirmação antes. Não falta nada.' },
    limit: 'Já enviamos vários para este pedido. Use o link do mais recente, ou preencha o formulário de novo.',
    broken: 'Ele está incompleto, ou o pedido não existe mais. Abra o link do e-mail mais recente.',
    sender: (name) => `Pedido de ${name}`,
  },
  en: {
    ask: {
      title: 'Confirm your e-mail',
      text: 'Is this your address?',
      note: 'If you did not enter it, close this page: without the button nothing is confirmed.',
    },
    consent: 'By confirming you agree to:',
    done: { title: 'E-mail confirmed', text: 'Thank you! We have your confirmation.' },
    before: { title: 'Already confirmed', text: 'We had your confirmation before. There is nothing left to do.' },
    limit: 'We have sent several of them. Use the link in the newest one, or fill in the form again.',
    broken: 'It is not complete, or what it was about is gone. Open the link in the newest mail.',
    sender: (name) => `Asked by ${name}`,
  },
  es: {
    ask: {
      title: 'Confirme su correo',
      text: '¿Es suya esta dirección?',
      note: 'Si no la indicó usted, cierre esta página: sin el botón no se confirma nada.',
    },
    consent: 'Al confirmar, usted acepta:',
    done: { title: 'Correo confirmado', text: '¡Gracias! Hemos recibido su confirmación.' },
    before: { title: 'Ya estaba confirmado', text: 'Recibimos su confirmación antes. No falta nada.' },
    limit: 'Ya enviamos varios. Use el enlace del más reciente, o rellene el formulario de nuevo.',
    broken: 'Está incompleto, o lo que pedía ya no existe. Abra el enlace del mensaje más reciente.',
    sender: (name) => `Pedido por ${name}`,
  },
};
