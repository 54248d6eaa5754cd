import { currentLanguage, html, type Html, type Language } from '#libs/core/html';

const en = {
  new: {
    title: 'Choose a new password',
    lead: (login: string): Html => html`for <strong>${login}</strong>`,
    label: 'New password',
    again: 'The same again',
    different: 'This is not the same as above.',
    button: 'Save the new password',
    kept: 'You will be signed out on all your devices. If you use an authenticator app, you keep it for signing in.',
    takeOver:
      'This address was never confirmed. With the new password you confirm it, and what was set in the account before is removed: other addresses, authenticator app, devices, connected apps and API keys.',
  },
  saved: {
    title: 'Your password was changed',
    lead: (login: string): Html => html`From now on, sign in as <strong>${login}</strong> with the new one.`,
    text: 'You were signed out on all your devices. You can close this page and go back to your app.',
  },
  undo: {
    title: 'Undo the change of your address',
    lead: (login: string): Html => html`Sign in as <strong>${login}</strong> again, with a new password.`,
    button: 'Undo the change',
    note: 'You will be signed out on all your devices. Other addresses of the account are removed, and so are an authenticator app and API keys that were added since the change.',
  },
  undone: {
    title: 'The change is undone',
    lead: (login: string): Html => html`From now on, sign in as <strong>${login}</strong> with the new password.`,
    text: 'You were signed out on all your devices. Look through the members and API keys of your team next.',
  },
  oldUndo: {
    title: 'This link was used, or is too old',
    lead: 'It worked once, for seven days after the change.',
    text: 'If you cannot sign in, get a link for a new password.',
    button: 'Get a link',
  },
  unknownUndo: {
    title: 'This link does not work',
    lead: 'It is not complete, or the address was removed from the account.',
    text: 'Open the link in the mail again. If you cannot sign in, get a link for a new password.',
    button: 'Get a link',
  },
  used: {
    title: 'This link was used',
    lead: 'The password was changed with this link, or with a newer one.',
    text: 'If that was you, there is nothing left to do: sign in with the new password.',
    button: 'It was not me',
  },
  expired: {
    title: 'This link is too old',
    lead: 'It was good for an hour, and your password is as it was.',
    button: 'Get another link',
  },
  unknown: {
    title: 'This link does not work',
    lead: 'It is not complete, or it is too old. Your password is as it was.',
    text: 'Open the link in the newest mail that you have from us, or get another one.',
    button: 'Get another link',
  },
  forgotten: {
    title: 'Forgot your password?',
    lead: 'Tell us your e-mail address, and we send you a link to choose another one.',
    button: 'Send the link',
    early: (when: string) => `A mail was sent to this address a short while ago. Look there, or try again ${when}.`,
  },
  sent: {
    title: 'Check your inbox',
    lead: (email: string): Html =>
      html`If there is an account with <strong>${email}</strong>, a mail is on its way there.`,
    text: 'The link in it is good for an hour. If nothing comes, look in your spam folder, and check the address.',
    other: 'Use another address',
  },
  busy: 'Too much is going on at the moment. Try again in a few seconds.',
};

type PasswordTexts = typeof en;

const pt: PasswordTexts = {
  new: {
    title: 'Escolha uma nova senha',
    lead: (login) => html`para <strong>${login}</strong>`,
    label: 'Nova senha',
    again: 'A mesma senha de novo',
    different: 'Não é igual à senha acima.',
    button: 'Salvar a nova senha',
    kept: 'Você será desconectado em todos os seus dispositivos. Se usa um aplicativo autenticador, ele continua valendo.',
    takeOver:
      'Este endereço nunca foi confirmado. Com a nova senha você o confirma, e o que havia antes na conta é removido: outros endereços, aplicativo autenticador, dispositivos, aplicativos conectados e chaves de API.',
  },
  saved: {
    title: 'Sua senha foi alterada',
    lead: (login) => html`A partir de agora, entre como <strong>${login}</strong> com a nova senha.`,
    text: 'Você foi desconectado em todos os seus dispositivos. Pode fechar esta página e voltar ao aplicativo.',
  },
  undo: {
    title: 'Desfaça a troca do seu endereço',
    lead: (login) => html`Entre de novo como <strong>${login}</strong>, com uma nova senha.`,
    button: 'Desfazer a troca',
    note: 'Você será desconectado em todos os seus dispositivos. Outros endereços da conta são removidos, assim como um aplicativo autenticador e chaves de API incluídos desde a troca.',
  },
  undone: {
    title: 'A troca foi desfeita',
    lead: (login) => html`A partir de agora, entre como <strong>${login}</strong> com a nova senha.`,
    text: 'Você foi desconectado em todos os seus dispositivos. Confira agora os membros e as chaves de API da sua equipe.',
  },
  oldUndo: {
    title: 'Este link foi usado, ou é antigo demais',
    lead: 'Ele funcionava uma vez, por sete dias depois da troca.',
    text: 'Se não consegue entrar, peça um link para uma nova senha.',
    button: 'Pedir um link',
  },
  unknownUndo: {
    title: 'Este link não funciona',
    lead: 'Ele está incompleto, ou o endereço foi removido da conta.',
    text: 'Abra de novo o link do e-mail. Se não consegue entrar, peça um link para uma nova senha.',
    button: 'Pedir um link',
  },
  used: {
    title: 'Este link foi usado',
    lead: 'A senha foi alterada com este link, ou com um mais recente.',
    text: 'Se foi você, não falta nada: entre com a nova senha.',
    button: 'Não fui eu',
  },
  expired: {
    title: 'Este link é antigo demais',
    lead: 'Ele valia por uma hora, e sua senha continua a mesma.',
    button: 'Pedir outro link',
  },
  unknown: {
    title: 'Este link não funciona',
    lead: 'Ele está incompleto, ou é antigo demais. Sua senha continua a mesma.',
    text: 'Abra o link do e-mail mais recente que recebeu de nós, ou peça outro.',
    button: 'Pedir outro link',
  },
  forgotten: {
    title: 'Esqueceu a senha?',
    lead: 'Diga seu e-mail, e enviamos um link para escolher outra.',
    button: 'Enviar o link',
    early: (when) => `Um e-mail foi enviado há pouco para este endereço. Procure-o lá, ou tente de novo ${when}.`,
  },
  sent: {
    title: 'Veja sua caixa de entrada',
    lead: (email) => html`Se existe uma conta com <strong>${email}</strong>, um e-mail está a caminho.`,
    text: 'O link vale por uma hora. Se nada chegar, olhe no spam e confira o endereço.',
    other: 'Usar outro endereço',
  },
  busy: 'Muita coisa está acontecendo agora. Tente de novo em alguns segundos.',
};

const es: PasswordTexts = {
  new: {
    title: 'Elija una nueva contraseña',
    lead: (login) => html`para <strong>${login}</strong>`,
    label: 'Nueva contraseña',
    again: 'La misma otra vez',
    different: 'No es igual a la de arriba.',
    button: 'Guardar la nueva contraseña',
    kept: 'Se cerrará su sesión en todos sus dispositivos. Si usa una aplicación de autenticación, la conserva.',
    takeOver:
      'Esta dirección nunca se confirmó. Con la nueva contraseña la confirma, y se elimina lo que había antes en la cuenta: otras direcciones, aplicación de autenticación, dispositivos, aplicaciones conectadas y claves de API.',
  },
  saved: {
    title: 'Su contraseña ha cambiado',
    lead: (login) => html`A partir de ahora, entre como <strong>${login}</strong> con la nueva.`,
    text: 'Se cerró su sesión en todos sus dispositivos. Puede cerrar esta página y volver a su aplicación.',
  },
  undo: {
    title: 'Deshaga el cambio de su dirección',
    lead: (login) => html`Entre de nuevo como <strong>${login}</strong>, con una nueva contraseña.`,
    button: 'Deshacer el cambio',
    note: 'Se cerrará su sesión en todos sus dispositivos. Se eliminan otras direcciones de la cuenta, y también una aplicación de autenticación y claves de API añadidas desde el cambio.',
  },
  undone: {
    title: 'El cambio está deshecho',
    lead: (login) => html`A partir de ahora, entre como <strong>${login}</strong> con la nueva contraseña.`,
    text: 'Se cerró su sesión en todos sus dispositivos. Revise ahora los miembros y las claves de API de su equipo.',
  },
  oldUndo: {
    title: 'Este enlace se usó, o es demasiado antiguo',
    lead: 'Funcionaba una vez, durante siete días después del cambio.',
    text: 'Si no puede entrar, pida un enlace para una nueva contraseña.',
    button: 'Pedir un enlace',
  },
  unknownUndo: {
    title: 'Este enlace no funciona',
    lead: 'Está incompleto, o la dirección se eliminó de la cuenta.',
    text: 'Abra de nuevo el enlace del mensaje. Si no puede entrar, pida un enlace para una nueva contraseña.',
    button: 'Pedir un enlace',
  },
  used: {
    title: 'Este enlace ya se usó',
    lead: 'La contraseña se cambió con este enlace, o con uno más reciente.',
    text: 'Si fue usted, no falta nada: entre con la nueva contraseña.',
    button: 'No fui yo',
  },
  expired: {
    title: 'Este enlace es demasiado antiguo',
    lead: 'Funcionaba durante una hora, y su contraseña sigue igual.',
    button: 'Pedir otro enlace',
  },
  unknown: {
    title: 'Este enlace no funciona',
    lead: 'Está incompleto, o es demasiado antiguo. Su contraseña sigue igual.',
    text: 'Abra el enlace del mensaje más reciente que tenga de nosotros, o pida otro.',
    button: 'Pedir otro enlace',
  },
  forgotten: {
    title: '¿Olvidó su contraseña?',
    lead: 'Díganos su correo electrónico y le enviamos un enlace para elegir otra.',
    button: 'Enviar el enlace',
    early: (when) => `Hace poco se envió un mensaje a esta dirección. Búsquelo allí, o inténtelo de nuevo ${when}.`,
  },
  sent: {
    title: 'Revise su correo',
    lead: (email) => html`Si existe una cuenta con <strong>${email}</strong>, un mensaje está en camino.`,
    text: 'El enlace funciona durante una hora. Si no llega nada, mire en el spam y revise la dirección.',
    other: 'Usar otra dirección',
  },
  busy: 'Hay demasiada actividad en este momento. Inténtelo de nuevo en unos segundos.',
};

export const PASSWORD_TEXTS: Readonly<Record<Language, PasswordTexts>> = { en, pt, es };

export const passwordTexts = (): PasswordTexts => PASSWORD_TEXTS[currentLanguage()];
