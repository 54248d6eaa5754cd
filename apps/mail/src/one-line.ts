// oxlint-disable no-control-regex

/** One line of text: control characters would make further lines in a header. */
export const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** The same, and more than blanks. */
export const ONE_LINE_OF_TEXT =
  /^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$/;
