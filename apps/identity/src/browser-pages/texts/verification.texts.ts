import { currentLanguage, html, type Html, type Language } from '#libs/core/html';

const en = {
  confirm: {
    title: 'Confirm your e-mail address',
    lead: (email: string): Html => html`Is <strong>${email}</strong> your address?`,
    button: 'Confirm this address',
    created: (origin: string) => `The account was created ${origin}.`,
    notMe: 'This was not me',
  },
  notMine: {
    title: 'This was not you?',
    lead: (email: string, origin: string): Html =>
      html`An account uses <strong>${email}</strong>. It was created ${origin}.`,
    text: 'We take the address out of that account. If no other confirmed address shows its owner, the account ends and cannot be used any more.',
    note: 'If it was you, close this page: nothing happens without the button.',
  },
  freed: {
    title: 'Your address is free again',
    lead: (email: string): Html => html`No account uses <strong>${email}</strong> now.`,
    text: 'You can close this page. If you want an account of your own, you can create it with this address.',
  },
  confirmedNotMine: {
    title: 'This address was confirmed',
    lead: (email: string): Html => html`The account of <strong>${email}</strong> belongs to the owner of this mailbox.`,
    text: 'If you do not know its password, choose a new one. Every device is signed out then.',
    button: 'Choose a new password',
  },
  confirmed: {
    title: 'Your address is confirmed',
    lead: (email: string): Html => html`Thank you. We know now that <strong>${email}</strong> is yours.`,
    text: 'You can close this page and go on where you were.',
  },
  before: {
    title: 'Already confirmed',
    lead: (email: string): Html => html`<strong>${email}</strong> is confirmed, and there is nothing left to do.`,
    text: 'You can close this page.',
  },
  late: {
    title: 'This link is too old',
    lead: 'It was good for 48 hours. Another one can be in your mailbox in a moment.',
    button: 'Send another mail',
    note: (email: string) => `It goes to ${email}.`,
  },
  again: {
    title: 'Check your inbox',
    lead: (email: string): Html => html`Another mail is on its way to <strong>${email}</strong>.`,
    text: 'Open the link in it within 48 hours. If it does not come, look in your spam folder, too.',
  },
  unknown: {
    title: 'This link does not work',
    lead: 'It is not complete, or the address has been removed from the account since.',
    text: 'Open the link in the newest mail that you have from us. If that does not work either, sign in to the app that you use and ask for another mail there.',
  },
};

type VerificationTexts = typeof en;

const pt: VerificationTexts = {
  confirm: {
    title: 'Confirme seu e-mail',
    lead: (email) => html`<strong>${email}</strong> é seu endereço?`,
    button: 'Confirmar este endereço',
    created: (origin) => `A conta foi criada ${origin}.`,
    notMe: 'Não fui eu',
  },
  notMine: {
    title: 'Não foi você?',
    lead: (email, origin) => html`Uma conta usa <strong>${email}</strong>. Ela foi criada ${origin}.`,
    text: 'Retiramos o endereço daquela conta. Se nenhum outro endereço confirmado mostrar quem é o dono, a conta é encerrada e não pode mais ser usada.',
    note: 'Se foi você, feche esta página: sem o botão, nada acontece.',
  },
  freed: {
    title: 'Seu endereço está livre de novo',
    lead: (email) => html`Nenhuma conta usa <strong>${email}</strong> agora.`,
    text: 'Você pode fechar esta página. Se quiser uma conta sua, pode criá-la com este endereço.',
  },
  confirmedNotMine: {
    title: 'Este endereço foi confirmado',
    lead: (email) => html`A conta de <strong>${email}</strong> pertence a quem usa esta caixa postal.`,
    text: 'Se você não sabe a senha, escolha uma nova. Todos os dispositivos são desconectados.',
    button: 'Escolher uma nova senha',
  },
  confirmed: {
    title: 'Seu endereço está confirmado',
    lead: (email) => html`Obrigado. Agora sabemos que <strong>${email}</strong> é seu.`,
    text: 'Você pode fechar esta página e continuar de onde estava.',
  },
  before: {
    title: 'Já estava confirmado',
    lead: (email) => html`<strong>${email}</strong> está confirmado, e não falta nada.`,
    text: 'Você pode fechar esta página.',
  },
  late: {
    title: 'Este link é antigo demais',
    lead: 'Ele valia por 48 horas. Outro pode chegar à sua caixa em instantes.',
    button: 'Enviar outro e-mail',
    note: (email) => `Ele vai para ${email}.`,
  },
  again: {
    title: 'Veja sua caixa de entrada',
    lead: (email) => html`Outro e-mail está a caminho de <strong>${email}</strong>.`,
    text: 'Abra o link dele em até 48 horas. Se não chegar, olhe também no spam.',
  },
  unknown: {
    title: 'Este link não funciona',
    lead: 'Ele está incompleto, ou o endereço foi removido da conta desde então.',
    text: 'Abra o link do e-mail mais recente que recebeu de nós. Se também não funcionar, entre no aplicativo que usa e peça outro e-mail ali.',
  },
};

const es: VerificationTexts = {
  confirm: {
    title: 'Confirme su correo electrónico',
    lead: (email) => html`¿Es <strong>${email}</strong> su dirección?`,
    button: 'Confirmar esta dirección',
    created: (origin) => `La cuenta se creó ${origin}.`,
    notMe: 'No fui yo',
  },
  notMine: {
    title: '¿No fue usted?',
    lead: (email, origin) => html`Una cuenta usa <strong>${email}</strong>. Se creó ${origin}.`,
    text: 'Retiramos la dirección de esa cuenta. Si ninguna otra dirección confirmada muestra quién es su titular, la cuenta termina y ya no se puede usar.',
    note: 'Si fue usted, cierre esta página: sin el botón no ocurre nada.',
  },
  freed: {
    title: 'Su dirección vuelve a estar libre',
    lead: (email) => html`Ninguna cuenta usa <strong>${email}</strong> ahora.`,
    text: 'Puede cerrar esta página. Si quiere una cuenta propia, puede crearla con esta dirección.',
  },
  confirmedNotMine: {
    title: 'Esta dirección se confirmó',
    lead: (email) => html`La cuenta de <strong>${email}</strong> pertenece a quien usa este buzón.`,
    text: 'Si no conoce la contraseña, elija una nueva. Se cerrará la sesión en todos los dispositivos.',
    button: 'Elegir una nueva contraseña',
  },
  confirmed: {
    title: 'Su dirección está confirmada',
    lead: (email) => html`Gracias. Ahora sabemos que <strong>${email}</strong> es suya.`,
    text: 'Puede cerrar esta página y continuar donde estaba.',
  },
  before: {
    title: 'Ya estaba confirmada',
    lead: (email) => html`<strong>${email}</strong> está confirmada, y no falta nada.`,
    text: 'Puede cerrar esta página.',
  },
  late: {
    title: 'Este enlace es demasiado antiguo',
    lead: 'Funcionaba durante 48 horas. Otro puede llegar a su buzón en un momento.',
    button: 'Enviar otro mensaje',
    note: (email) => `Se envía a ${email}.`,
  },
  again: {
    title: 'Revise su correo',
    lead: (email) => html`Otro mensaje está en camino a <strong>${email}</strong>.`,
    text: 'Abra su enlace en un plazo de 48 horas. Si no llega, mire también en el spam.',
  },
  unknown: {
    title: 'Este enlace no funciona',
    lead: 'Está incompleto, o la dirección se eliminó de la cuenta desde entonces.',
    text: 'Abra el enlace del mensaje más reciente que tenga de nosotros. Si tampoco funciona, entre en la aplicación que usa y pida allí otro mensaje.',
  },
};

export const VERIFICATION_TEXTS: Readonly<Record<Language, VerificationTexts>> = { en, pt, es };

export const verificationTexts = (): VerificationTexts => VERIFICATION_TEXTS[currentLanguage()];
