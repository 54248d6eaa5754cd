/** CSS of every page. Sizes follow a scale of 1.25, spaces multiples of a quarter of the text size. */
export const BASE_STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-top:5rem}
body{margin:0;font:400 1.0625rem/1.65 var(--fx);color:var(--t);background:var(--b);font-variant-numeric:lining-nums;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6,p,ul,ol,figure,blockquote,dl,dd{margin:0;padding:0}
h1,h2,h3,h4,h5,h6{font-family:var(--fh);font-weight:700;line-height:1.2;letter-spacing:-.015em;color:var(--h);text-wrap:balance}
img,svg,video,iframe{display:block;max-width:100%}
img{height:auto}
a{color:var(--k);text-underline-offset:.2em;text-decoration-thickness:.08em}
button,input,select,textarea{font:inherit;color:inherit}
:focus-visible{outline:3px solid var(--k);outline-offset:3px}
[hidden]{display:none!important}
.vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;z-index:30;inset:0 auto auto 1rem;padding:.75rem 1.25rem;background:var(--b);color:var(--k);border-radius:0 0 var(--r) var(--r);transform:translateY(-120%)}
.skip:focus{transform:none}
.sec{position:relative;background:var(--b);color:var(--t);padding-block:clamp(3.5rem,2.2rem + 5vw,6.5rem)}
.sec.s0{padding-block:0}.sec.s1{padding-block:clamp(1.5rem,1rem + 2vw,2.5rem)}.sec.s2{padding-block:3.25rem 2rem}.sec.s3{padding-block:clamp(4.5rem,2.5rem + 8vw,9rem)}
.wd{position:relative;width:min(100% - 2.5rem,70rem);margin-inline:auto}
.wd.n{width:min(100% - 2.5rem,46rem)}.wd.l{width:min(100% - 2.5rem,82rem)}
.g{display:grid;gap:clamp(2.25rem,1.2rem + 4vw,4.5rem)}
.g>*{min-width:0}
.mid{align-items:center}.top{align-items:start}
.c>*+*{margin-top:1.5rem}
.c>.tx+.g,.c>.tx+.gal,.c>.tx+.fq,.c>.tx+.li{margin-top:2.5rem}
.ctr{text-align:center}
.cd{background:var(--c);border:1px solid var(--l);border-radius:calc(var(--r)*1.6);padding:clamp(1.5rem,1rem + 2vw,2.5rem)}
@media (prefers-reduced-motion:no-preference){a,button,summary{transition:background-color .15s,border-color .15s,color .15s,transform .15s}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{.bar,dialog{display:none}}
`;

/** A section painted in tones of the brand. */
export const GRADIENT_STYLE = `
.gr{background:radial-gradient(60rem 40rem at 88% -10%,var(--s),transparent 70%),radial-gradient(48rem 34rem at -8% 108%,var(--s),transparent 70%),var(--b)}
`;

/** A section over a picture, which a veil of the background's colour keeps legible. */
export const PHOTO_STYLE = `
.ph{isolation:isolate;overflow:hidden}
.ph>picture{position:absolute;inset:0;z-index:-2}
.ph>picture img{width:100%;height:100%;object-fit:cover}
.ph::before{content:"";position:absolute;inset:0;z-index:-1;background:var(--b);opacity:.86}
`;
