export const ROBOTS_LINES_MAX = 50;
export const ROBOTS_LINE_MAX = 300;

/** Rules of RFC 9309 and two that search engines read beside them. Printable ASCII; a path is percent-encoded. */
const RULES = [
  /^user-agent: ?(?:\*|[a-z][a-z0-9_-]*)$/i,
  /^(?:allow|disallow): ?(?:\/[\x21-\x7e]*)?$/i,
  /^crawl-delay: ?\d{1,5}$/i,
  /^sitemap: ?https?:\/\/[\x21-\x7e]+$/i,
  /^#[\x20-\x7e]*$/,
];

/** Whether a line may stand in robots.txt. */
export function isRobotsLine(value: unknown): value is string {
  return typeof value === 'string' && value.length <= ROBOTS_LINE_MAX && RULES.some((rule) => rule.test(value));
}
