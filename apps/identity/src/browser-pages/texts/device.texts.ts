import { currentLanguage, type Language } from '#libs/core/html';

const en = {
  enter: {
    title: 'Enter the code',
    lead: 'The program that you log in to shows it.',
    code: 'Code',
    hint: 'Eight letters; the hyphen may be left out',
  },
  problems: {
    needed: 'Enter the code.',
    unknown: 'There is no such code. Compare it with the one that the program shows.',
    expired: 'This code has expired. Start the login of the program again.',
    used: 'This code was used already. Start the login of the program again.',
    again: 'This page was too old. Enter the code again.',
  },
  approve: {
    compare: 'The program must show this code:',
    program: 'It calls itself',
    address: 'It asks from the address',
    signInNext: 'You sign in after this.',
    scope: 'Do everything in your accounts in your name',
    lasts: 'Keep this access after you have signed out here, until you end it in the list of your sessions',
    button: 'Approve',
    deny: 'Deny',
    warning: 'Did you not start this yourself a moment ago? Then deny it: whoever sent you here would get your access.',
    other: 'Sign out, to approve it as another user',
  },
  approved: {
    title: 'Approved',
    lead: (app: string) => `${app} is logged in. You can close this page.`,
  },
  denied: { title: 'Denied', lead: 'The program gets no access. You can close this page.' },
};

type DeviceTexts = typeof en;

const pt: DeviceTexts = {
  enter: {
    title: 'Digite o código',
    lead: 'O programa em que você está entrando o mostra.',
    code: 'Código de acesso',
    hint: 'Oito letras; o hífen é opcional',
  },
  problems: {
    needed: 'Digite o código.',
    unknown: 'Este código não existe. Compare com o que o programa mostra.',
    expired: 'Este código expirou. Comece de novo o acesso no programa.',
    used: 'Este código já foi usado. Comece de novo o acesso no programa.',
    again: 'Esta página ficou aberta tempo demais. Digite o código de novo.',
  },
  approve: {
    compare: 'O programa precisa mostrar este código:',
    program: 'Ele se identifica como',
    address: 'Ele pede a partir do endereço',
    signInNext: 'Você entra depois disto.',
    scope: 'Fazer tudo nas suas contas em seu nome',
    lasts: 'Manter este acesso depois que você sair daqui, até que o encerre na lista das suas sessões',
    button: 'Aprovar',
    deny: 'Negar',
    warning: 'Não foi você quem começou isto agora? Então negue: quem trouxe você aqui receberia o seu acesso.',
    other: 'Sair, para aprovar como outra pessoa',
  },
  approved: {
    title: 'Aprovado',
    lead: (app) => `${app} já tem acesso. Você pode fechar esta página.`,
  },
  denied: { title: 'Negado', lead: 'O programa não recebe acesso. Você pode fechar esta página.' },
};

const es: DeviceTexts = {
  enter: {
    title: 'Escriba el código',
    lead: 'Lo muestra el programa en el que quiere entrar.',
    code: 'Código de acceso',
    hint: 'Ocho letras; el guion es opcional',
  },
  problems: {
    needed: 'Escriba el código.',
    unknown: 'Este código no existe. Compárelo con el que muestra el programa.',
    expired: 'Este código ha caducado. Empiece de nuevo el acceso en el programa.',
    used: 'Este código ya se usó. Empiece de nuevo el acceso en el programa.',
    again: 'Esta página estuvo abierta demasiado tiempo. Escriba el código de nuevo.',
  },
  approve: {
    compare: 'El programa debe mostrar este código:',
    program: 'Se identifica como',
    address: 'Lo pide desde la dirección',
    signInNext: 'Después de esto inicia sesión.',
    scope: 'Hacer todo en sus cuentas en su nombre',
    lasts: 'Conservar este acceso después de que salga de aquí, hasta que lo termine en la lista de sus sesiones',
    button: 'Aprobar',
    deny: 'Denegar',
    warning: '¿No lo empezó usted hace un momento? Entonces deniéguelo: quien lo trajo aquí recibiría su acceso.',
    other: 'Cerrar sesión, para aprobarlo con otra cuenta',
  },
  approved: {
    title: 'Aprobado',
    lead: (app) => `${app} ya tiene acceso. Puede cerrar esta página.`,
  },
  denied: { title: 'Denegado', lead: 'El programa no recibe acceso. Puede cerrar esta página.' },
};

export const DEVICE_TEXTS: Readonly<Record<Language, DeviceTexts>> = { en, pt, es };

export const deviceTexts = (): DeviceTexts => DEVICE_TEXTS[currentLanguage()];
