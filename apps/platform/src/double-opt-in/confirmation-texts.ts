import type { Language } from '#libs/core/html';

/** Texts of the mail and of the pages, beside those of every double opt-in. */
export interface ConfirmationTexts {
  mail: {
    subject(sender: string): string;
    text(list: string, sender: string): string;
    button: string;
    notYou: string;
  };
  ask: { title: string; text(list: string, sender: string, address: string): string; note: string };
  done: { title: string; text(list: string, sender: string): string };
  before: { title: string; text: string };
  limit: string;
  broken: string;
  /** Word in place of a name that would be a link. */
  somebody: string;
}

const named = (list: string): string => (list ? ` “${list}”` : '');

const en: ConfirmationTexts = {
  mail: {
    subject: (sender) => `Confirm your subscription to ${sender}`,
    text: (list, sender) =>
      `This address was put on the list${named(list)} of ${sender}. Please confirm that you want to get its mail.`,
    button: 'Confirm my subscription',
    notYou: 'If you did not ask for it, ignore this mail: without your click you get nothing.',
  },
  ask: {
    title: 'Confirm your subscription',
    text: (list, sender, address) => `${sender} will send the mail of its list${named(list)} to ${address}.`,
    note: 'If you did not ask for it, close this page: without the button nothing happens.',
  },
  done: {
    title: 'You are subscribed',
    text: (list, sender) => `Thank you! You get the mail of the list${named(list)} of ${sender} from now on.`,
  },
  before: { title: 'Already confirmed', text: 'We had your confirmation before. There is nothing left to do.' },
  limit: 'We have sent several of them. Use the link in the newest one, or subscribe again.',
  broken: 'It is not complete, or you were taken off the list. Open the link in the newest mail.',
  somebody: 'somebody',
};

const pt: ConfirmationTexts = {
  mail: {
    subject: (sender) => `Confirme sua inscrição: ${sender}`,
    text: (list, sender) =>
      `Este endereço foi incluído na lista${named(list)} de ${sender}. Confirme que quer receber os e-mails dela.`,
    button: 'Confirmar minha inscrição',
    notYou: 'Se não foi você que pediu, ignore este e-mail: sem o seu clique, você não recebe nada.',
  },
  ask: {
    title: 'Confirme sua inscrição',
    text: (list, sender, address) => `${sender} enviará os e-mails da lista${named(list)} para ${address}.`,
    note: 'Se não foi você que pediu, feche esta página: sem o botão, nada acontece.',
  },
  done: {
    title: 'Inscrição confirmada',
    text: (list, sender) => `Obrigado! A partir de agora você recebe os e-mails da lista${named(list)} de ${sender}.`,
  },
  before: { title: 'Já estava confirmada', text: 'Recebemos a sua confirmação antes. Não falta nada.' },
  limit: 'Já enviamos vários. Use o link do mais recente, ou inscreva-se de novo.',
  broken: 'Ele está incompleto, ou você foi retirado da lista. Abra o link do e-mail mais recente.',
  somebody: 'alguém',
};

const es: ConfirmationTexts = {
  mail: {
    subject: (sender) => `Confirme su suscripción a ${sender}`,
    text: (list, sender) =>
      `Esta dirección se incluyó en la lista${named(list)} de ${sender}. Confirme que quiere recibir sus mensajes.`,
    button: 'Confirmar mi suscripción',
    notYou: 'Si no lo pidió usted, ignore este mensaje: sin su clic no recibirá nada.',
  },
  ask: {
    title: 'Confirme su suscripción',
    text: (list, sender, address) => `${sender} enviará los mensajes de la lista${named(list)} a ${address}.`,
    note: 'Si no lo pidió usted, cierre esta página: sin el botón no ocurre nada.',
  },
  done: {
    title: 'Suscripción confirmada',
    text: (list, sender) => `¡Gracias! A partir de ahora recibe los mensajes de la lista${named(list)} de ${sender}.`,
  },
  before: { title: 'Ya estaba confirmada', text: 'Recibimos su confirmación antes. No falta nada.' },
  limit: 'Ya enviamos varios. Use el enlace del más reciente, o suscríbase de nuevo.',
  broken: 'Está incompleto, o usted ya no está en la lista. Abra el enlace del mensaje más reciente.',
  somebody: 'alguien',
};

export const CONFIRMATION_TEXTS: Readonly<Record<Language, ConfirmationTexts>> = { en, pt, es };
