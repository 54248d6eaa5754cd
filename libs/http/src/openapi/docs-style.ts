/** The page's whole style: system fonts, and the reader's choice of light or dark. */
export const DOCS_STYLE = `
:root{--bg:#fff;--fg:#1c2330;--soft:#5b6576;--line:#e3e7ee;--panel:#f6f8fb;--link:#1d4ed8;--get:#166534;--post:#1d4ed8;--put:#9a3412;--delete:#b91c1c}
@media(prefers-color-scheme:dark){:root{--bg:#0f141c;--fg:#e6eaf2;--soft:#9aa6ba;--line:#263041;--panel:#161d29;--link:#93c5fd;--get:#86efac;--post:#93c5fd;--put:#fdba74;--delete:#fca5a5}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;display:grid;grid-template-columns:20rem minmax(0,1fr)}
a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem;z-index:1}
nav{position:sticky;top:0;height:100vh;overflow:auto;border-right:1px solid var(--line);background:var(--panel);padding:1.25rem 1rem;font-size:.875rem}
.brand{font-weight:600;font-size:1rem;margin:0 0 1rem}
small,.summary+p,.text{color:var(--soft)}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:flex;gap:.5rem;padding:.25rem;border-radius:.375rem;text-decoration:none;color:var(--fg)}
nav a:hover{background:var(--line)}
nav a span:last-child{overflow-wrap:anywhere}
main{padding:2rem clamp(1rem,4vw,3rem);max-width:64rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
main>section>h2{margin:2.5rem 0 1rem;border-bottom:1px solid var(--line);padding-bottom:.35rem}
article{border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.25rem;margin:0 0 1.25rem}
article:target{border-color:var(--link)}
article.deprecated h3 code{text-decoration:line-through}
h3{margin:0;font-size:1rem;font-weight:600}
h4{margin:1rem 0 .25rem;font-size:.875rem;color:var(--soft)}
.summary{margin:.25rem 0 0}
.access{font-size:.875rem;color:var(--soft);margin:.25rem 0 0}
.method{display:inline-block;min-width:3.6rem;font:600 .75rem/1.7 ui-monospace,monospace;color:var(--soft)}
.get{color:var(--get)}.post{color:var(--post)}.put,.patch{color:var(--put)}.delete{color:var(--delete)}
code,.type{font:.875em ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere}
.type{color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
.schema,.answers{list-style:none;margin:.25rem 0;padding-left:1rem;border-left:2px solid var(--line);font-size:.875rem}
.answers{padding-left:0;border-left:0}
.schema em{color:var(--put);font-style:normal;font-size:.75rem}
.code{font:600 .875em ui-monospace,monospace}
.c2{color:var(--get)}.c4,.c5{color:var(--delete)}
summary{cursor:pointer}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}}
`;
