/** Purposes that a visitor agrees to one by one, in the order in which they are asked. */
export const TAG_CATEGORIES = ['funcional', 'estatistica', 'marketing'] as const;
export type TagCategory = (typeof TAG_CATEGORIES)[number];

export const TAG_TYPES = ['ga4', 'gtm', 'meta_pixel', 'hotjar', 'clarity', 'crisp', 'tawk'] as const;
export type TagTypeName = (typeof TAG_TYPES)[number];

/** Directives of a Content-Security-Policy that a tag may widen. */
export const TAG_DIRECTIVES = ['style', 'img', 'font', 'connect', 'script', 'frame', 'media', 'worker'] as const;
export type TagDirective = (typeof TAG_DIRECTIVES)[number];

/** A product of another company that a page may load. */
export interface TagType {
  /** Its name, as visitors know it. */
  name: string;
  /** Form of its ids, and the same in words. */
  id: RegExp;
  form: string;
  /** Category of a tag for which the account chose none. */
  category: TagCategory;
  /** Hosts that it needs, as its own documentation lists them. */
  sources: Partial<Record<TagDirective, readonly string[]>>;
  /** Whether it puts style elements into the page, which no hash can name beforehand. */
  hasInlineStyle?: boolean;
}

const GOOGLE_ANALYTICS = {
  img: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};

/** All that pages may load. An account gives the id alone: the code that loads it is in the runtime's script. */
export const TAGS: Readonly<Record<TagTypeName, TagType>> = {
  ga4: {
    name: 'Google Analytics 4',
    id: /^G-[A-Z0-9]{4,16}$/,
    form: 'G- e letras maiúsculas ou algarismos, como G-AB12CD34EF',
    category: 'estatistica',
    sources: { ...GOOGLE_ANALYTICS, script: ['https://*.googletagmanager.com'] },
  },
  gtm: {
    name: 'Google Tag Manager',
    id: /^GTM-[A-Z0-9]{4,12}$/,
    form: 'GTM- e letras maiúsculas ou algarismos, como GTM-AB12CD3',
    category: 'marketing',
    sources: {
      img: GOOGLE_ANALYTICS.img,
      connect: [...GOOGLE_ANALYTICS.connect, 'https://www.google.com'],
      script: ['https://*.googletagmanager.com'],
    },
  },
  meta_pixel: {
    name: 'Meta Pixel',
    id: /^\d{15,16}$/,
    form: '15 ou 16 algarismos',
    category: 'marketing',
    sources: {
      img: ['https://www.facebook.com'],
      connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
      script: ['https://connect.facebook.net'],
    },
  },
  hotjar: {
    name: 'Hotjar',
    id: /^\d{5,10}$/,
    form: 'de 5 a 10 algarismos',
    category: 'estatistica',
    hasInlineStyle: true,
    sources: {
      style: ['https://*.hotjar.com'],
      img: ['https://*.hotjar.com'],
      font: ['https://*.hotjar.com'],
      connect: ['https://*.hotjar.com', 'https://*.hotjar.io', 'wss://*.hotjar.com'],
      script: ['https://*.hotjar.com'],
      frame: ['https://*.hotjar.com'],
      worker: ['blob:'],
    },
  },
  clarity: {
    name: 'Microsoft Clarity',
    id: /^[a-z0-9]{8,12}$/,
    form: 'de 8 a 12 letras minúsculas ou algarismos',
    category: 'estatistica',
    sources: {
      img: ['https://*.clarity.ms', 'https://c.bing.com'],
      connect: ['https://*.clarity.ms', 'https://c.bing.com'],
      script: ['https://*.clarity.ms'],
    },
  },
  crisp: {
    name: 'Crisp',
    id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    form: 'um UUID em letras minúsculas',
    category: 'funcional',
    hasInlineStyle: true,
    sources: {
      style: ['https://client.crisp.chat'],
      img: ['https://client.crisp.chat', 'https://image.crisp.chat', 'https://storage.crisp.chat'],
      font: ['https://client.crisp.chat'],
      connect: [
        'https://client.crisp.chat',
        'https://storage.crisp.chat',
        'wss://client.relay.crisp.chat',
        'wss://stream.relay.crisp.chat',
      ],
      script: ['https://client.crisp.chat'],
      frame: ['https://game.crisp.chat'],
      media: ['https://client.crisp.chat', 'https://storage.crisp.chat'],
      worker: ['blob:'],
    },
  },
  tawk: {
    name: 'tawk.to',
    id: /^[0-9a-f]{24}\/[a-z0-9]{1,20}$/,
    form: 'propriedade/widget, como 5f0a0b1c2d3e4f5a6b7c8d9e/default',
    category: 'funcional',
    hasInlineStyle: true,
    sources: {
      style: ['https://*.tawk.to', 'https://fonts.googleapis.com'],
      img: ['https://*.tawk.to', 'https://tawk.link'],
      font: ['https://*.tawk.to', 'https://fonts.gstatic.com'],
      connect: ['https://*.tawk.to', 'wss://*.tawk.to'],
      script: ['https://*.tawk.to'],
      frame: ['https://*.tawk.to'],
      media: ['https://*.tawk.to'],
    },
  },
};
