import { describe, expect, it } from 'vitest';
import { splitPreview, withPreview } from './preview-text.js';

describe('a preview text', () => {
  it.each(['<p>Hello.</p>', '<html><body class="a"><p>Hello.</p></body></html>', '', '<BODY>\n<p>Hello.</p></BODY>'])(
    'is put into %j and taken out again',
    (html) => {
      const preview = 'News & <b> "today" {{ first_name | default: "you" }}';
      const both = withPreview(html, preview);
      expect(both).toMatch(/display:none[^>]*>News &amp; &lt;b> "today" \{\{ first_name \| default: "you" \}\}<\/div>/);
      expect(splitPreview(both)).toEqual({ html, preview });
    },
  );

  it('is the first thing in the body', () => {
    expect(withPreview('<html><body class="a"><p>x</p></body></html>', 'a')).toMatch(/^<html><body class="a"><div /);
  });

  it('is absent from other HTML', () => {
    expect(splitPreview('<div>Hello.</div>')).toEqual({ html: '<div>Hello.</div>', preview: null });
  });
});
