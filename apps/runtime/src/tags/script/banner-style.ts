/** Style of the banner. Colours and fonts are those of the page, each legible on the card; see the palette of pages. */
export const BANNER_STYLE = `
:host{all:initial;display:block;color:var(--t,#1c2233);font:400 1rem/1.5 var(--fx,system-ui,sans-serif)}
*{box-sizing:border-box;margin:0;padding:0;font:inherit;color:inherit}
[hidden]{display:none!important}
.card{position:fixed;z-index:60;inset:auto auto 1.25rem 1.25rem;width:26.5rem;max-width:calc(100vw - 2.5rem);max-height:calc(100dvh - 2.5rem);overflow:auto;overscroll-behavior:contain;display:grid;gap:1rem;padding:1.5rem;background:var(--c,#fff);border:1px solid var(--l,#dcdfe8);border-radius:calc(var(--r,10px)*1.4);box-shadow:0 1.75rem 4rem -1rem rgb(9 12 28/.32),0 .375rem 1rem rgb(9 12 28/.08)}
.head{display:flex;gap:.75rem;align-items:center}
.mark{flex:none;display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--s,#eef0fb);color:var(--u,#2f4bdb)}
.mark svg{width:1.25rem;height:1.25rem}
h2{flex:1;font:700 1.125rem/1.3 var(--fh,system-ui,sans-serif);letter-spacing:-.01em;color:var(--h,#10131f)}
h2:focus{outline:0}
.x{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;margin:-.5rem -.6rem -.5rem 0;border:0;border-radius:50%;background:none;color:var(--m,#565d70);cursor:pointer}
.x svg{width:1.125rem;height:1.125rem}
p{font-size:.9375rem;line-height:1.55;color:var(--m,#565d70);overflow-wrap:break-word}
a{color:var(--k,#2f4bdb);text-underline-offset:.2em}
ul{list-style:none;display:grid;border-block:1px solid var(--l,#dcdfe8)}
li+li{border-top:1px solid var(--l,#dcdfe8)}
label,.row{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;align-items:center;padding:.8rem 0}
label{cursor:pointer}
b{font-weight:600;color:var(--h,#10131f)}
small{grid-column:1;display:block;font-size:.875rem;line-height:1.45;color:var(--m,#565d70)}
.row i{font-style:normal;font-size:.875rem;color:var(--m,#565d70)}
input{appearance:none;grid-column:2;grid-row:1/span 3;position:relative;width:2.875rem;height:1.75rem;border:2px solid var(--e,#7a8194);border-radius:1rem;background:var(--c,#fff);cursor:pointer}
input::before{content:"";position:absolute;inset:50% auto auto .25rem;width:1rem;height:1rem;border-radius:50%;background:var(--e,#7a8194);transform:translateY(-50%)}
input:checked{background:var(--p,#2f4bdb);border-color:var(--p,#2f4bdb)}
input:checked::before{left:1.375rem;background:var(--o,#fff)}
.acts{display:grid;grid-template-columns:1fr 1fr;gap:.625rem}
button{min-height:2.875rem;padding:.6rem .9rem;border:2px solid transparent;border-radius:var(--r,10px);font-weight:600;font-size:.9375rem;line-height:1.25;cursor:pointer}
.one{background:var(--p,#2f4bdb);color:var(--o,#fff)}
.one:hover{background:var(--q,#2940bd)}
.two{grid-column:1/-1;background:none;border-color:var(--e,#7a8194);color:var(--h,#10131f)}
.two:hover,.x:hover{background:var(--s,#eef0fb);color:var(--h,#10131f)}
:focus-visible{outline:3px solid var(--k,#2f4bdb);outline-offset:2px}
.again{display:grid;place-items:center;padding:.5rem;background:var(--b,#fff)}
.again button{min-height:2.75rem;background:none;color:var(--m,#565d70);font-weight:400;font-size:.875rem;text-decoration:underline;text-underline-offset:.25em}
.again button:hover{color:var(--t,#1c2233)}
.sorry{position:fixed;z-index:61;inset:auto 1rem 1.25rem;margin-inline:auto;width:fit-content;max-width:30rem;padding:.9rem 1.25rem;border-radius:var(--r,10px);background:var(--h,#10131f);color:var(--c,#fff)}
@media (max-width:40rem){.card{inset:auto 0 0;width:auto;max-width:none;max-height:85dvh;padding:1.25rem 1.25rem calc(1.25rem + env(safe-area-inset-bottom));border-width:1px 0 0;border-radius:calc(var(--r,10px)*1.6) calc(var(--r,10px)*1.6) 0 0}}
@media (prefers-reduced-motion:no-preference){.card{animation:in .3s cubic-bezier(.2,.8,.2,1)}input,input::before,button{transition:background-color .15s,border-color .15s,left .15s}@keyframes in{from{opacity:0;transform:translateY(1rem)}}}
@media (forced-colors:active){input:checked{background:Highlight;forced-color-adjust:none}}
@media print{.card,.again{display:none}}
`;
