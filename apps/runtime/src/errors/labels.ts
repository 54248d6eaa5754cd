import { preferredLanguage, type Language } from '#libs/core/html';

export type PageKind = 'notFound' | 'gone' | 'suspended' | 'unavailable' | 'other';

export interface Label {
  title: string;
  text: string;
}

export const LABELS: Readonly<Record<Language, Readonly<Record<PageKind, Label>>>> = {
  pt: {
    notFound: {
      title: 'Página não encontrada',
      text: 'O endereço pode estar incompleto, ou a página não existe mais.',
    },
    gone: { title: 'Este link expirou', text: 'Ele não leva mais a nenhuma página.' },
    suspended: {
      title: 'Página indisponível',
      text: 'A conta desta página está suspensa. Não informe senhas nem dados de pagamento que ela tenha pedido.',
    },
    unavailable: { title: 'Voltamos já', text: 'A página não pôde ser carregada agora. Tente de novo em instantes.' },
    other: { title: 'Algo deu errado', text: 'A requisição não pôde ser atendida.' },
  },
  en: {
    notFound: { title: 'Page not found', text: 'The address may be incomplete, or the page no longer exists.' },
    gone: { title: 'This link has expired', text: 'It no longer leads to a page.' },
    suspended: {
      title: 'Page not available',
      text: 'The account of this page is suspended. Do not enter passwords or payment data that it asked for.',
    },
    unavailable: {
      title: 'Back in a moment',
      text: 'The page could not be loaded just now. Please try again shortly.',
    },
    other: { title: 'Something went wrong', text: 'The request could not be answered.' },
  },
  es: {
    notFound: { title: 'Página no encontrada', text: 'La dirección puede estar incompleta, o la página ya no existe.' },
    gone: { title: 'Este enlace ha caducado', text: 'Ya no lleva a ninguna página.' },
    suspended: {
      title: 'Página no disponible',
      text: 'La cuenta de esta página está suspendida. No escriba contraseñas ni datos de pago que haya pedido.',
    },
    unavailable: { title: 'Volvemos enseguida', text: 'La página no se pudo cargar ahora. Inténtelo de nuevo.' },
    other: { title: 'Algo salió mal', text: 'La solicitud no se pudo atender.' },
  },
};

/** The language that a browser prefers among ours; Portuguese if it names none of them. */
export const languageOf = (acceptLanguage: string | undefined): Language => preferredLanguage(acceptLanguage) ?? 'pt';
