import type { Language } from '#libs/core/html';
import { CONFIRMATION_LINK_DAYS } from '../lists/confirmation/confirmation.js';

interface Label {
  title: string;
  text: string;
}

/** Texts of the mail and of the pages. */
export interface ConfirmationTexts {
  /** Locale for dates. */
  locale: string;
  mail: {
    subject(sender: string): string;
    heading: string;
    greeting: string;
    text(list: string, sender: string): string;
    button: string;
    expires(until: string): string;
    notYou: string;
  };
  ask: { title: string; text(list: string, sender: string, address: string): string; button: string; note: string };
  done: { title: string; text(list: string, sender: string): string };
  before: Label;
  expired: Label & { button: string };
  sent: Label;
  wait: Label;
  enough: Label;
  broken: Label;
  close: string;
  /** Word in place of a name that would be a link. */
  somebody: string;
}

const named = (list: string): string => (list ? ` “${list}”` : '');

const en: ConfirmationTexts = {
  locale: 'en-GB',
  mail: {
    subject: (sender) => `Confirm your subscription to ${sender}`,
    heading: 'One last step: confirm',
    greeting: 'Hello,',
    text: (list, sender) =>
      `This address was put on the list${named(list)} of ${sender}. Please confirm that you want to get its mail.`,
    button: 'Confirm my subscription',
    expires: (until) => `The link works for ${CONFIRMATION_LINK_DAYS} days, until ${until}.`,
    notYou: 'If you did not ask for it, ignore this mail: without your click you get nothing.',
  },
  ask: {
    title: 'Confirm your subscription',
    text: (list, sender, address) => `${sender} will send the mail of its list${named(list)} to ${address}.`,
    button: 'Confirm',
    note: 'If you did not ask for it, close this page: without the button nothing happens.',
  },
  done: {
    title: 'You are subscribed',
    text: (list, sender) => `Thank you! You get the mail of the list${named(list)} of ${sender} from now on.`,
  },
  before: { title: 'Already confirmed', text: 'We had your confirmation before. There is nothing left to do.' },
  expired: {
    title: 'This link has expired',
    text: `It worked for ${CONFIRMATION_LINK_DAYS} days. We can send another one right now.`,
    button: 'Send another link',
  },
  sent: { title: 'Check your inbox', text: 'Another mail is on its way. If it does not come, look in spam, too.' },
  wait: {
    title: 'A mail is on its way already',
    text: 'It was asked for a few minutes ago. Look in spam, too, or try again in ten minutes.',
  },
  enough: {
    title: 'We cannot send more mails',
    text: 'We have sent several of them. Use the link in the newest one, or subscribe again.',
  },
  broken: {
    title: 'This link does not work',
    text: 'It is not complete, or you were taken off the list. Open the link in the newest mail.',
  },
  close: 'You can close this page.',
  somebody: 'somebody',
};

const pt: ConfirmationTexts = {
  locale: 'pt-BR',
  mail: {
    subject: (sender) => `Confirme sua inscrição: ${sender}`,
    heading: 'Só falta confirmar',
    greeting: 'Olá,',
    text: (list, sender) =>
      `Este endereço foi incluído na lista${named(list)} de ${sender}. Confirme que quer receber os e-mails dela.`,
    button: 'Confirmar minha inscrição',
    expires: (until) => `O link vale por ${CONFIRMATION_LINK_DAYS} dias, até ${until}.`,
    notYou: 'Se não foi você que pediu, ignore este e-mail: sem o seu clique, você não recebe nada.',
  },
  ask: {
    title: 'Confirme sua inscrição',
    text: (list, sender, address) => `${sender} enviará os e-mails da lista${named(list)} para ${address}.`,
    button: 'Confirmar',
    note: 'Se não foi você que pediu, feche esta página: sem o botão, nada acontece.',
  },
  done: {
    title: 'Inscrição confirmada',
    text: (list, sender) => `Obrigado! A partir de agora você recebe os e-mails da lista${named(list)} de ${sender}.`,
  },
  before: { title: 'Já estava confirmada', text: 'Recebemos a sua confirmação antes. Não falta nada.' },
  expired: {
    title: 'Este link expirou',
    text: `Ele valia por ${CONFIRMATION_LINK_DAYS} dias. Podemos enviar outro agora mesmo.`,
    button: 'Enviar outro link',
  },
  sent: {
    title: 'Veja sua caixa de entrada',
    text: 'Outro e-mail está a caminho. Se não chegar, olhe também no spam.',
  },
  wait: {
    title: 'Um e-mail já está a caminho',
    text: 'Ele foi pedido há poucos minutos. Olhe também no spam, ou tente de novo em dez minutos.',
  },
  enough: {
    title: 'Não podemos enviar mais e-mails',
    text: 'Já enviamos vários. Use o link do mais recente, ou inscreva-se de novo.',
  },
  broken: {
    title: 'Este link não funciona',
    text: 'Ele está incompleto, ou você foi retirado da lista. Abra o link do e-mail mais recente.',
  },
  close: 'Você pode fechar esta página.',
  somebody: 'alguém',
};

const es: ConfirmationTexts = {
  locale: 'es',
  mail: {
    subject: (sender) => `Confirme su suscripción a ${sender}`,
    heading: 'Solo falta confirmar',
    greeting: 'Hola:',
    text: (list, sender) =>
      `Esta dirección se incluyó en la lista${named(list)} de ${sender}. Confirme que quiere recibir sus mensajes.`,
    button: 'Confirmar mi suscripción',
    expires: (until) => `El enlace funciona durante ${CONFIRMATION_LINK_DAYS} días, hasta el ${until}.`,
    notYou: 'Si no lo pidió usted, ignore este mensaje: sin su clic no recibirá nada.',
  },
  ask: {
    title: 'Confirme su suscripción',
    text: (list, sender, address) => `${sender} enviará los mensajes de la lista${named(list)} a ${address}.`,
    button: 'Confirmar',
    note: 'Si no lo pidió usted, cierre esta página: sin el botón no ocurre nada.',
  },
  done: {
    title: 'Suscripción confirmada',
    text: (list, sender) => `¡Gracias! A partir de ahora recibe los mensajes de la lista${named(list)} de ${sender}.`,
  },
  before: { title: 'Ya estaba confirmada', text: 'Recibimos su confirmación antes. No falta nada.' },
  expired: {
    title: 'Este enlace ha caducado',
    text: `Funcionaba durante ${CONFIRMATION_LINK_DAYS} días. Podemos enviar otro ahora mismo.`,
    button: 'Enviar otro enlace',
  },
  sent: { title: 'Revise su correo', text: 'Otro mensaje está en camino. Si no llega, mire también en el spam.' },
  wait: {
    title: 'Un mensaje ya está en camino',
    text: 'Se pidió hace unos minutos. Mire también en el spam, o inténtelo de nuevo en diez minutos.',
  },
  enough: {
    title: 'No podemos enviar más mensajes',
    text: 'Ya enviamos varios. Use el enlace del más reciente, o suscríbase de nuevo.',
  },
  broken: {
    title: 'Este enlace no funciona',
    text: 'Está incompleto, o usted ya no está en la lista. Abra el enlace del mensaje más reciente.',
  },
  close: 'Puede cerrar esta página.',
  somebody: 'alguien',
};

export const CONFIRMATION_TEXTS: Readonly<Record<Language, ConfirmationTexts>> = { en, pt, es };
