/** A text of ASCII as `xtext` (RFC 3461, section 4), which a parameter of MAIL or RCPT can hold. */
export const toXtext = (text: string): string =>
  text.replaceAll(
    /[^!-*,-<>-~]/g,
    (character) => `+${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
