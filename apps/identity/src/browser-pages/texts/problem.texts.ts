import { currentLanguage, type Language } from '#libs/core/html';
import type { Problem, ProblemCode } from '#libs/core/http';

type Other = Exclude<Language, 'en'>;
type Translation = Readonly<Record<Other, string>>;

/** Messages of problems that pages show, by their English words in the code that throws them. */
export const MESSAGES: Readonly<Record<string, Translation>> = {
  'The e-mail address or the password is wrong': {
    pt: 'O e-mail ou a senha está incorreto.',
    es: 'El correo o la contraseña es incorrecto.',
  },
  'The code is wrong, was used, or the login is no longer pending': {
    pt: 'O código está incorreto, já foi usado, ou o acesso demorou demais.',
    es: 'El código es incorrecto, ya se usó, o el acceso tardó demasiado.',
  },
  'Enter an e-mail address': { pt: 'Digite um e-mail.', es: 'Escriba un correo electrónico.' },
  'The account is disabled': { pt: 'A conta está desativada.', es: 'La cuenta está desactivada.' },
  'This is not possible for you. Ask the support if it should be': {
    pt: 'Isto não está disponível para você. Fale com o suporte se deveria estar.',
    es: 'Esto no está disponible para usted. Consulte con el soporte si debería estarlo.',
  },
  'The password was changed a moment ago, or you were signed out': {
    pt: 'A senha acabou de ser alterada, ou você foi desconectado.',
    es: 'La contraseña acaba de cambiar, o se cerró su sesión.',
  },
  'The password was changed a moment ago': {
    pt: 'A senha acabou de ser alterada.',
    es: 'La contraseña acaba de cambiar.',
  },
  'This form was sent from another site.': {
    pt: 'Este formulário foi enviado de outro site.',
    es: 'Este formulario se envió desde otro sitio.',
  },
  'Registering needs an invitation': {
    pt: 'Para criar uma conta é preciso um convite.',
    es: 'Para crear una cuenta hace falta una invitación.',
  },
  'Registering is closed': { pt: 'A criação de contas está fechada.', es: 'La creación de cuentas está cerrada.' },
  'A mail was sent to this address a short while ago. Look there, or try again later.': {
    pt: 'Um e-mail foi enviado há pouco para este endereço. Procure-o lá, ou tente de novo mais tarde.',
    es: 'Hace poco se envió un mensaje a esta dirección. Búsquelo allí, o inténtelo más tarde.',
  },
};

const OTHERWISE: Translation = {
  pt: 'A solicitação não pôde ser atendida. Tente de novo mais tarde.',
  es: 'La solicitud no se pudo atender. Inténtelo de nuevo más tarde.',
};

/** Texts for a problem whose message has no translation. */
export const BY_CODE: Readonly<Partial<Record<ProblemCode, Translation>>> = {
  AuthorizationError: { pt: 'O acesso não foi aceito.', es: 'El acceso no fue aceptado.' },
  PermissionDenied: { pt: 'Você não tem permissão para isto.', es: 'No tiene permiso para esto.' },
  Throttling: {
    pt: 'Muita coisa está acontecendo agora. Tente de novo em instantes.',
    es: 'Hay demasiada actividad en este momento. Inténtelo de nuevo en unos instantes.',
  },
  AlreadyExists: { pt: 'Isto já existe.', es: 'Esto ya existe.' },
  NotFound: { pt: 'Não foi encontrado.', es: 'No se encontró.' },
  Gone: { pt: 'O link já foi usado, ou expirou.', es: 'El enlace ya se usó, o ha caducado.' },
  TenantSuspended: { pt: 'A conta da equipe está suspensa.', es: 'La cuenta del equipo está suspendida.' },
  PayloadTooLarge: { pt: 'O que foi enviado é grande demais.', es: 'Lo que se envió es demasiado grande.' },
};

/** The message of a problem, as a sentence in the language of the page. */
export function problemText({ code, message }: Problem): string {
  const language = currentLanguage();
  if (language === 'en') return /[.!?]$/.test(message) ? message : `${message}.`;
  return (MESSAGES[message] ?? BY_CODE[code] ?? OTHERWISE)[language];
}
