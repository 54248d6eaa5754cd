import type { Role } from '#libs/core/auth';
import { currentLanguage, html, type Html, type Language } from '#libs/core/html';

/** The label of each role, as it stands after "as" and "you are". */
export const ROLES: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: { owner: 'an owner', admin: 'an admin', member: 'a member' },
  pt: { owner: 'proprietário', admin: 'administrador', member: 'membro' },
  es: { owner: 'propietario', admin: 'administrador', member: 'miembro' },
};

const en = {
  join: (tenant: string) => `Join ${tenant}`,
  lead: (inviter: string, role: Role): Html =>
    html`<strong>${inviter || 'Somebody'}</strong> invites you as ${ROLES.en[role]}.`,
  accept: 'Accept the invitation',
  signedInAs: (email: string) => `You are signed in as ${email}. If you do not want to join, close this page.`,
  otherUser: (email: string, signedInAs: string): Html =>
    html`It is for <strong>${email}</strong>, and you are signed in as <strong>${signedInAs}</strong>, an account
      without that address.`,
  signInFirst: (email: string): Html =>
    html`It is for <strong>${email}</strong>. Sign in with that account to accept it.`,
  switch: 'Switch account',
  signIn: 'Sign in to accept',
  notCreated: 'You did not create that account? Its address was never confirmed.',
  makeMine: 'Make it mine',
  takeOver: 'Take over and join',
  create: 'Create account and join',
  takeOverNote:
    'The account with this address becomes yours. What was set in it before is removed: its password, other addresses, authenticator app, devices, connected apps and API keys.',
  addAddress: (email: string, signedInAs: string) =>
    `You are signed in as ${signedInAs}. To join with that account instead, add ${email} to it in your app, then open this link again.`,
  otherAddress: 'You have an account with another address?',
  signInWithIt: 'Sign in with it',
  welcome: {
    title: (tenant: string) => `Welcome to ${tenant}`,
    lead: (role: Role) => `You are ${ROLES.en[role]} now.`,
    text: (login: string, tenant: string): Html =>
      html`Sign in to your app as <strong>${login}</strong>, and you find ${tenant} there. You can close this page.`,
  },
  already: {
    title: 'You are a member already',
    lead: (tenant: string) => `${tenant} is among the accounts of yours, so there is nothing to accept.`,
    text: 'You can close this page and go back to your app.',
  },
  accepted: {
    title: 'This invitation was accepted',
    lead: (tenant: string) => `Whoever accepted it is in ${tenant} now.`,
    text: 'If that was you, sign in to your app: there is nothing left to do here.',
  },
  withdrawn: { title: 'This invitation was withdrawn', lead: (tenant: string) => `It was for ${tenant}.` },
  late: {
    title: 'This invitation is too old',
    lead: (tenant: string) => `It was for ${tenant}, and good for a week.`,
  },
  askAgain: (inviter: string) =>
    `If you still want to join, ask ${inviter || 'whoever invited you'} for another invitation.`,
  unknown: {
    title: 'This link does not work',
    lead: 'It is not complete, or the invitation is too long ago.',
    text: 'Open the link in the newest mail that you have from us, or ask whoever invited you for another invitation.',
  },
};

type InvitationTexts = typeof en;

const pt: InvitationTexts = {
  join: (tenant) => `Entre em ${tenant}`,
  lead: (inviter, role) => html`<strong>${inviter || 'Alguém'}</strong> convida você como ${ROLES.pt[role]}.`,
  accept: 'Aceitar o convite',
  signedInAs: (email) => `Você entrou como ${email}. Se não quiser participar, feche esta página.`,
  otherUser: (email, signedInAs) =>
    html`Ele é para <strong>${email}</strong>, e você entrou como <strong>${signedInAs}</strong>, uma conta sem esse
      endereço.`,
  signInFirst: (email) => html`Ele é para <strong>${email}</strong>. Entre com essa conta para aceitá-lo.`,
  switch: 'Trocar de conta',
  signIn: 'Entrar para aceitar',
  notCreated: 'Você não criou essa conta? O endereço dela nunca foi confirmado.',
  makeMine: 'Ficar com ela',
  takeOver: 'Assumir a conta e participar',
  create: 'Criar conta e participar',
  takeOverNote:
    'A conta com este endereço passa a ser sua. O que havia nela antes é removido: a senha, outros endereços, aplicativo autenticador, dispositivos, aplicativos conectados e chaves de API.',
  addAddress: (email, signedInAs) =>
    `Você entrou como ${signedInAs}. Para participar com essa conta, inclua nela ${email} no seu aplicativo e abra este link de novo.`,
  otherAddress: 'Você tem uma conta com outro endereço?',
  signInWithIt: 'Entrar com ela',
  welcome: {
    title: (tenant) => `Boas-vindas a ${tenant}`,
    lead: (role) => `Agora você é ${ROLES.pt[role]}.`,
    text: (login, tenant) =>
      html`Entre no seu aplicativo como <strong>${login}</strong>, e ${tenant} estará lá. Você pode fechar esta página.`,
  },
  already: {
    title: 'Você já participa',
    lead: (tenant) => `${tenant} está entre as suas contas; não há nada para aceitar.`,
    text: 'Você pode fechar esta página e voltar ao aplicativo.',
  },
  accepted: {
    title: 'Este convite foi aceito',
    lead: (tenant) => `Quem o aceitou já está em ${tenant}.`,
    text: 'Se foi você, entre no seu aplicativo: não falta nada aqui.',
  },
  withdrawn: { title: 'Este convite foi retirado', lead: (tenant) => `Ele era para ${tenant}.` },
  late: { title: 'Este convite é antigo demais', lead: (tenant) => `Ele era para ${tenant}, e valia por uma semana.` },
  askAgain: (inviter) => `Se ainda quiser participar, peça outro convite a ${inviter || 'quem convidou você'}.`,
  unknown: {
    title: 'Este link não funciona',
    lead: 'Ele está incompleto, ou o convite é antigo demais.',
    text: 'Abra o link do e-mail mais recente que recebeu de nós, ou peça outro convite a quem convidou você.',
  },
};

const es: InvitationTexts = {
  join: (tenant) => `Únase a ${tenant}`,
  lead: (inviter, role) => html`<strong>${inviter || 'Alguien'}</strong> le invita como ${ROLES.es[role]}.`,
  accept: 'Aceptar la invitación',
  signedInAs: (email) => `Ha entrado como ${email}. Si no quiere unirse, cierre esta página.`,
  otherUser: (email, signedInAs) =>
    html`Es para <strong>${email}</strong>, y ha entrado como <strong>${signedInAs}</strong>, una cuenta sin esa
      dirección.`,
  signInFirst: (email) => html`Es para <strong>${email}</strong>. Entre con esa cuenta para aceptarla.`,
  switch: 'Cambiar de cuenta',
  signIn: 'Entrar para aceptar',
  notCreated: '¿No creó usted esa cuenta? Su dirección nunca se confirmó.',
  makeMine: 'Quedarme con ella',
  takeOver: 'Tomar la cuenta y unirme',
  create: 'Crear cuenta y unirme',
  takeOverNote:
    'La cuenta con esta dirección pasa a ser suya. Se elimina lo que había en ella: su contraseña, otras direcciones, aplicación de autenticación, dispositivos, aplicaciones conectadas y claves de API.',
  addAddress: (email, signedInAs) =>
    `Ha entrado como ${signedInAs}. Para unirse con esa cuenta, añada ${email} en su aplicación y abra este enlace de nuevo.`,
  otherAddress: '¿Tiene una cuenta con otra dirección?',
  signInWithIt: 'Entrar con ella',
  welcome: {
    title: (tenant) => `Le damos la bienvenida a ${tenant}`,
    lead: (role) => `Ahora es ${ROLES.es[role]}.`,
    text: (login, tenant) =>
      html`Entre en su aplicación como <strong>${login}</strong> y encontrará ${tenant}. Puede cerrar esta página.`,
  },
  already: {
    title: 'Ya es miembro',
    lead: (tenant) => `${tenant} está entre sus cuentas; no hay nada que aceptar.`,
    text: 'Puede cerrar esta página y volver a su aplicación.',
  },
  accepted: {
    title: 'Esta invitación se aceptó',
    lead: (tenant) => `Quien la aceptó ya está en ${tenant}.`,
    text: 'Si fue usted, entre en su aplicación: aquí no falta nada.',
  },
  withdrawn: { title: 'Esta invitación se retiró', lead: (tenant) => `Era para ${tenant}.` },
  late: {
    title: 'Esta invitación es demasiado antigua',
    lead: (tenant) => `Era para ${tenant}, y valía una semana.`,
  },
  askAgain: (inviter) => `Si aún quiere unirse, pida otra invitación a ${inviter || 'quien le invitó'}.`,
  unknown: {
    title: 'Este enlace no funciona',
    lead: 'Está incompleto, o la invitación es demasiado antigua.',
    text: 'Abra el enlace del mensaje más reciente que tenga de nosotros, o pida otra invitación a quien le invitó.',
  },
};

export const INVITATION_TEXTS: Readonly<Record<Language, InvitationTexts>> = { en, pt, es };

export const invitationTexts = (): InvitationTexts => INVITATION_TEXTS[currentLanguage()];
