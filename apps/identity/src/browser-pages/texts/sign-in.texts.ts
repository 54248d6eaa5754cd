import { currentLanguage, html, type Html, type Language } from '#libs/core/html';

const en = {
  signIn: 'Sign in',
  toContinue: (app: string): Html => html`to continue to <strong>${app}</strong>`,
  anApp: 'an app',
  cancel: 'Cancel',
  forgotten: 'Forgot your password?',
  bothNeeded: 'Enter your e-mail address and your password.',
  new: {
    asked: 'No account yet?',
    link: 'Create one',
    title: 'Create your account',
    tenant: 'Company or team',
    tenantHint: 'Others can join it later',
    noTenant: 'Enter the name of your company or team.',
    button: 'Create account',
    other: 'Have an account?',
    taken: 'There is an account with this address. Sign in with it, or set a new password.',
  },
  second: {
    title: 'Second step',
    code: 'Code',
    hint: 'The six digits of your authenticator app, or one of your recovery codes',
    button: 'Continue',
    other: 'Sign in as somebody else',
    needed: 'Enter your code.',
    late: 'That took too long. Sign in again.',
  },
  tooMany: (when: string) => `Too many attempts. Try again ${when}.`,
  over: {
    title: 'This sign-in is over',
    text: 'It took too long, or it was begun in another browser. Go back to the app and sign in again.',
  },
  consent: {
    title: (app: string) => `Allow ${app}?`,
    as: (email: string): Html => html`Signed in as <strong>${email}</strong>`,
    asks: (app: string) => `${app} asks to:`,
    allow: 'Allow',
    deny: 'Do not allow',
    note: (destination: string) =>
      `Your answer goes to ${destination}. You can take an access back at any time in the list of your sessions.`,
    scopes: {
      openid: 'Know that it is you',
      profile: 'See your name',
      email: 'See your e-mail address',
      offline_access: 'Keep this access after you have signed out, until you take it back',
      service: 'Do everything in your accounts in your name, except decide who gets in',
    } as Readonly<Record<string, string>>,
  },
  signOut: {
    title: 'Sign out?',
    asked: (app: string) => `${app} asks to sign you out.`,
    unasked: 'You are about to be signed out.',
    effect: 'This ends your session in this browser.',
    button: 'Sign out',
    note: 'To stay signed in, close this page.',
    doneTitle: 'Signed out',
    done: 'You are signed out',
    close: 'You can close this page.',
  },
  badRequest: 'The app sent you here with a request that cannot be answered. Go back to the app and try again.',
  moment: { title: 'One moment', text: 'Press the button if nothing happens.', button: 'Continue' },
};

type SignInTexts = typeof en;

const pt: SignInTexts = {
  signIn: 'Entrar',
  toContinue: (app) => html`para continuar em <strong>${app}</strong>`,
  anApp: 'um aplicativo',
  cancel: 'Cancelar',
  forgotten: 'Esqueceu a senha?',
  bothNeeded: 'Digite seu e-mail e sua senha.',
  new: {
    asked: 'Ainda não tem conta?',
    link: 'Criar uma',
    title: 'Crie sua conta',
    tenant: 'Empresa ou equipe',
    tenantHint: 'Outros podem entrar nela depois',
    noTenant: 'Digite o nome da sua empresa ou equipe.',
    button: 'Criar conta',
    other: 'Já tem conta?',
    taken: 'Já existe uma conta com este e-mail. Entre com ela, ou crie uma nova senha.',
  },
  second: {
    title: 'Segunda etapa',
    code: 'Código',
    hint: 'Os seis dígitos do seu aplicativo autenticador, ou um dos seus códigos de recuperação',
    button: 'Continuar',
    other: 'Entrar como outra pessoa',
    needed: 'Digite seu código.',
    late: 'Demorou demais. Entre de novo.',
  },
  tooMany: (when) => `Muitas tentativas. Tente de novo ${when}.`,
  over: {
    title: 'Este acesso terminou',
    text: 'Demorou demais, ou começou em outro navegador. Volte ao aplicativo e entre de novo.',
  },
  consent: {
    title: (app) => `Permitir ${app}?`,
    as: (email) => html`Você entrou como <strong>${email}</strong>`,
    asks: (app) => `${app} pede para:`,
    allow: 'Permitir',
    deny: 'Não permitir',
    note: (destination) =>
      `Sua resposta vai para ${destination}. Você pode retirar um acesso a qualquer momento na lista das suas sessões.`,
    scopes: {
      openid: 'Saber que é você',
      profile: 'Ver seu nome',
      email: 'Ver seu e-mail',
      offline_access: 'Manter este acesso depois que você sair, até que o retire',
      service: 'Fazer tudo nas suas contas em seu nome, menos decidir quem entra',
    },
  },
  signOut: {
    title: 'Sair?',
    asked: (app) => `${app} pede para encerrar seu acesso.`,
    unasked: 'Seu acesso está prestes a ser encerrado.',
    effect: 'Isto encerra sua sessão neste navegador.',
    button: 'Sair',
    note: 'Para continuar conectado, feche esta página.',
    doneTitle: 'Acesso encerrado',
    done: 'Você saiu',
    close: 'Você pode fechar esta página.',
  },
  badRequest:
    'O aplicativo trouxe você aqui com um pedido que não pode ser atendido. Volte ao aplicativo e tente de novo.',
  moment: { title: 'Um momento', text: 'Toque no botão se nada acontecer.', button: 'Continuar' },
};

const es: SignInTexts = {
  signIn: 'Iniciar sesión',
  toContinue: (app) => html`para continuar en <strong>${app}</strong>`,
  anApp: 'una aplicación',
  cancel: 'Cancelar',
  forgotten: '¿Olvidó su contraseña?',
  bothNeeded: 'Escriba su correo electrónico y su contraseña.',
  new: {
    asked: '¿Aún no tiene cuenta?',
    link: 'Crear una',
    title: 'Cree su cuenta',
    tenant: 'Empresa o equipo',
    tenantHint: 'Otros pueden unirse después',
    noTenant: 'Escriba el nombre de su empresa o equipo.',
    button: 'Crear cuenta',
    other: '¿Ya tiene cuenta?',
    taken: 'Ya hay una cuenta con este correo. Entre con ella, o cree una nueva contraseña.',
  },
  second: {
    title: 'Segundo paso',
    code: 'Código',
    hint: 'Los seis dígitos de su aplicación de autenticación, o uno de sus códigos de recuperación',
    button: 'Continuar',
    other: 'Entrar con otra cuenta',
    needed: 'Escriba su código.',
    late: 'Tardó demasiado. Inicie sesión de nuevo.',
  },
  tooMany: (when) => `Demasiados intentos. Inténtelo de nuevo ${when}.`,
  over: {
    title: 'Este acceso ha terminado',
    text: 'Tardó demasiado, o empezó en otro navegador. Vuelva a la aplicación e inicie sesión de nuevo.',
  },
  consent: {
    title: (app) => `¿Permitir ${app}?`,
    as: (email) => html`Ha entrado como <strong>${email}</strong>`,
    asks: (app) => `${app} pide permiso para:`,
    allow: 'Permitir',
    deny: 'No permitir',
    note: (destination) =>
      `Su respuesta va a ${destination}. Puede retirar un acceso en cualquier momento en la lista de sus sesiones.`,
    scopes: {
      openid: 'Saber que es usted',
      profile: 'Ver su nombre',
      email: 'Ver su correo electrónico',
      offline_access: 'Conservar este acceso después de que salga, hasta que lo retire',
      service: 'Hacer todo en sus cuentas en su nombre, salvo decidir quién entra',
    },
  },
  signOut: {
    title: '¿Cerrar sesión?',
    asked: (app) => `${app} pide cerrar su sesión.`,
    unasked: 'Su sesión está a punto de cerrarse.',
    effect: 'Esto termina su sesión en este navegador.',
    button: 'Cerrar sesión',
    note: 'Para seguir conectado, cierre esta página.',
    doneTitle: 'Sesión cerrada',
    done: 'Ha cerrado la sesión',
    close: 'Puede cerrar esta página.',
  },
  badRequest:
    'La aplicación lo trajo aquí con una petición que no se puede atender. Vuelva a la aplicación e inténtelo de nuevo.',
  moment: { title: 'Un momento', text: 'Pulse el botón si no ocurre nada.', button: 'Continuar' },
};

export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = { en, pt, es };

export const signInTexts = (): SignInTexts => SIGN_IN_TEXTS[currentLanguage()];
