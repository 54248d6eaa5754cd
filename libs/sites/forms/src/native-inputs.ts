/**
 * Names of the inputs that a form in a page has beside its fields, whose inputs have the fields' own names. A field's name
 * does not begin with `_`, and is not `consentimento`.
 */
export const NATIVE_INPUTS = {
  /** The id of the form: a page may have several. */
  form: '_formulario',
  /** The version of the page that the form is in, signed; see FormMark. */
  mark: '_pagina',
  /** A file from before a correction, sealed; as many as there are. */
  file: '_arquivo',
  /** Hidden from people; what fills it is a program. */
  honeypot: '_site',
  /** Milliseconds from the page's opening to the sending; empty without JavaScript. */
  elapsed: '_tempo',
  /** The page's address with its query, and who led there; empty without JavaScript. */
  address: '_url',
  referrer: '_referrer',
  /** `on` when ticked. */
  consent: 'consentimento',
} as const;
