export const style = `
:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
  --line: light-dark(#d5dde3, #36424c);
  --soft: light-dark(#f2f5f7, #1c242b);
  --dim: light-dark(#52606b, #a3b1bc);
  --link: light-dark(#14548a, #8cc4f5);
  --good: light-dark(#1c6b34, #7fd69a);
  --bad: light-dark(#b00020, #ff8a9a);
}
body { margin: 0; background: Canvas; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav.top { display: flex; gap: 1.5rem; padding: .5rem 1.25rem; background: #14324a; }
nav.top a { color: #fff; text-decoration: none; padding: .25rem 0; }
nav.top a:hover { text-decoration: underline; }
nav.top :focus-visible { outline-color: #fff; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; }
h1 { margin: .5rem 0 1rem; font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
.empty { color: var(--dim); }
.mails { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: block; padding: .65rem 1rem; color: inherit; text-decoration: none; }
.mails a:is(:hover, :focus-visible) { background: var(--soft); }
.mails a:focus-visible { outline-offset: -2px; }
.subject { display: block; font-weight: 600; overflow-wrap: anywhere; }
.meta { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; font-size: .875rem; color: var(--dim); }
.meta > span { overflow-wrap: anywhere; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.fate { display: inline-block; padding: 0 .4rem; border: 1px solid currentColor; border-radius: 999px; font-size: .75rem; line-height: 1.5; }
.delivered { color: var(--good); }
:is(.bounced, .complained) { color: var(--bad); }
.more { text-align: center; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; margin: 0 0 1rem; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
.attachments { display: flex; flex-wrap: wrap; gap: .4rem; }
.attachments a { padding: 0 .6rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; overflow-wrap: anywhere; }
small { color: var(--dim); }
nav.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line); }
nav.tabs a { padding: .4rem 0; text-decoration: none; border-bottom: 3px solid transparent; }
nav.tabs a[aria-current] { border-color: currentColor; font-weight: 600; }
nav.tabs .raw { margin-left: auto; }
.width { margin: .5rem 0; font-size: .875rem; text-align: right; }
iframe { display: block; box-sizing: border-box; width: 100%; height: 75vh; min-height: 24rem; margin: 0 auto; border: 1px solid var(--line); border-radius: 8px; resize: vertical; }
iframe.phone { width: 377px; max-width: 100%; }
pre { padding: 1rem; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; font: .875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.headers { margin-top: 1rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; white-space: nowrap; }
td { overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  main { padding-inline: .75rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
  nav.tabs .raw { margin-left: 0; }
  .width { display: none; }
  tr, th, td { display: block; border: 0; padding: 0; }
  td { margin-bottom: .6rem; }
}
`;
