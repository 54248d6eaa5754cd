import { CONFIRMATION_LINK_DAYS, type FormLanguage } from '#libs/sites/forms';

interface Label {
  title: string;
  text: string;
}

/** Texts of the pages. Each is about a masked address or, if there is none, about the link. */
export interface ConfirmationLabels {
  ask: Label & { consent: string; button: string; note: string };
  done: Label;
  before: Label;
  expired: Label & { button: string };
  sent: Label;
  wait: Label;
  enough: Label;
  broken: Label;
  close: string;
  sender(name: string): string;
}

export const CONFIRMATION_LABELS: Readonly<Record<FormLanguage, ConfirmationLabels>> = {
  pt: {
    ask: {
      title: 'Confirme seu e-mail',
      text: 'É seu este endereço?',
      consent: 'Ao confirmar, você concorda com:',
      button: 'Confirmar',
      note: 'Se não foi você que o informou, feche esta página: sem o botão, nada é confirmado.',
    },
    done: { title: 'E-mail confirmado', text: 'Obrigado! Recebemos a sua confirmação.' },
    before: { title: 'Já estava confirmado', text: 'Recebemos a sua confirmação antes. Não falta nada.' },
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
      text: 'Já enviamos vários para este pedido. Use o link do mais recente, ou preencha o formulário de novo.',
    },
    broken: {
      title: 'Este link não funciona',
      text: 'Ele está incompleto, ou o pedido não existe mais. Abra o link do e-mail mais recente.',
    },
    close: 'Você pode fechar esta página.',
    sender: (name) => `Pedido de ${name}`,
  },
  en: {
    ask: {
      title: 'Confirm your e-mail',
      text: 'Is this your address?',
      consent: 'By confirming you agree to:',
      button: 'Confirm',
      note: 'If you did not enter it, close this page: without the button nothing is confirmed.',
    },
    done: { title: 'E-mail confirmed', text: 'Thank you! We have your confirmation.' },
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
      text: 'We have sent several of them. Use the link in the newest one, or fill in the form again.',
    },
    broken: {
      title: 'This link does not work',
      text: 'It is not complete, or what it was about is gone. Open the link in the newest mail.',
    },
    close: 'You can close this page.',
    sender: (name) => `Asked by ${name}`,
  },
  es: {
    ask: {
      title: 'Confirme su correo',
      text: '¿Es suya esta dirección?',
      consent: 'Al confirmar, usted acepta:',
      button: 'Confirmar',
      note: 'Si no la indicó usted, cierre esta página: sin el botón no se confirma nada.',
    },
    done: { title: 'Correo confirmado', text: '¡Gracias! Hemos recibido su confirmación.' },
    before: { title: 'Ya estaba confirmado', text: 'Recibimos su confirmación antes. No falta nada.' },
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
      text: 'Ya enviamos varios. Use el enlace del más reciente, o rellene el formulario de nuevo.',
    },
    broken: {
      title: 'Este enlace no funciona',
      text: 'Está incompleto, o lo que pedía ya no existe. Abra el enlace del mensaje más reciente.',
    },
    close: 'Puede cerrar esta página.',
    sender: (name) => `Pedido por ${name}`,
  },
};
