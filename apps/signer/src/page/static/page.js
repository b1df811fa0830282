import { texts } from './texts.zh.js';

const [page, message] = ['page', 'message'].map((id) => document.getElementById(id));
const { credentials } = navigator;
let session = null;
let isDemo = false;
let lastShown = '';
/** What the person's last action did; stays until the next one. */
let outcome = null;
const wanted = location.hash.slice(1);
/** Payments that the person has opened, by id, and the one that another page leads to: `#withdrawal:7-m1x2y3`. It is first. */
const opened = new Set([wanted]);

function h(tag, attributes, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const encoded = { '+': '-', '/': '_', '=': '' };
const toText = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+/=]/g, (one) => encoded[one]);
const allToText = (buffers) => Object.fromEntries(Object.entries(buffers).map(([name, buffer]) => [name, toText(buffer)]));
const asKeys = (ids) => ids.map((id) => ({ type: 'public-key', id: toBytes(id) }));
const time = (text) => new Date(text).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' });
const age = (text) => texts.age(time(text), Math.max(0, Math.floor((Date.now() - Date.parse(text)) / 86_400_000)));

async function call(name, body = {}) {
  const headers = { 'content-type': 'application/json' };
  if (session) headers.authorization = `Bearer ${session.token}`;
  const response = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.ok) return answer;
  if (response.status === 401) session = null;
  throw new Error(answer.error);
}

/** Runs what a button does, once at a time; what fails is said below. */
function act(work) {
  return async (event) => {
    event.preventDefault();
    const button = event.submitter ?? event.currentTarget;
    const wasIn = session !== null;
    button.disabled = true;
    message.textContent = '';
    outcome = null;
    try {
      await work(event.target);
    } catch (error) {
      // What was typed stays, but for a form of a session that is over.
      if (wasIn && !session) await start();
      const code = error instanceof DOMException ? 'CANCELLED' : error.message;
      message.textContent = texts.errors[code] ?? texts.obstacles[code]?.('') ?? texts.errors.FAILED;
    }
    button.disabled = false;
  };
}

async function assertion(bytes, keys) {
  const publicKey = { challenge: bytes, rpId: location.hostname, allowCredentials: asKeys(keys), userVerification: 'required' };
  const { rawId, response } = await credentials.get({ publicKey });
  const { authenticatorData, clientDataJSON, signature } = response;
  return allToText({ credentialId: rawId, authenticatorData, clientDataJSON, signature });
}

/** What a person's own key gives to a text that they have read; nothing from the demo's, which the signer holds. */
async function signed(text) {
  if (session.isSoftware) return {};
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return { assertion: await assertion(new Uint8Array(digest), session.keys) };
}

async function begin(answer) {
  session = await answer;
  lastShown = '';
  await show();
}

async function enrol(form) {
  const code = form.code.value;
  const invited = await call('invite', { code });
  const { rawId, response } = await credentials.create({
    publicKey: {
      challenge: toBytes(invited.challenge),
      rp: { id: location.hostname, name: texts.title },
      user: { id: new TextEncoder().encode(invited.name), name: invited.name, displayName: invited.name },
      pubKeyCredParams: [-7, -8].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: asKeys(invited.keys),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    },
  });
  const [publicKey, authenticatorData] = [response.getPublicKey(), response.getAuthenticatorData()];
  const registration = allToText({ credentialId: rawId, publicKey, clientDataJSON: response.clientDataJSON, authenticatorData });
  const made = await call('enrol', { code, challenge: invited.challenge, registration });
  await start(texts.enrolled[made.outcome](made.name, made.fingerprint));
}

function field(name, label, type) {
  return h('label', {}, label, h('input', { name, type, autocomplete: 'off', required: true }));
}

const card = (title, ...children) => h('section', { ariaLabel: title }, h('h2', { className: 'wide' }, title), ...children);
const line = (className, text) => h('p', { className }, text);
const form = (work, ...children) => h('form', { onsubmit: act(work) }, ...children);

async function start(note = null) {
  session = null;
  ({ isDemo } = await call('hello'));
  const logIn = async () => {
    // A challenge lives for two minutes, the page may stay open for hours.
    const { challenge } = await call('hello');
    const given = await assertion(toBytes(challenge), []);
    await begin(call('login', { challenge, assertion: given }));
  };
  const demo = (form) => begin(call('demo-login', { name: form.name.value, passphrase: form.passphrase.value }));
  const [name, passphrase] = [field('name', texts.name, 'text'), field('passphrase', texts.passphrase, 'password')];
  const software = card(texts.demoTitle, line('note', texts.demoNote), form(demo, name, passphrase, h('button', {}, texts.enter)));
  const withKey = h('button', { className: 'first', onclick: act(logIn) }, texts.login);
  page.replaceChildren(
    h('header', {}, h('h1', {}, texts.title), line('mut', texts.subtitle)),
    card(texts.loginTitle, note && h('p', { role: 'status' }, note), withKey),
    ...(isDemo ? [software] : []),
    card(texts.enrolTitle, form(enrol, field('code', texts.code, 'text'), h('button', {}, texts.enrol))),
  );
}

function table({ id, network, parsed, claims, differences }) {
  const { address, amount, fee, feeCap, change, earlier, leftToday, perPayment } = parsed ?? {};
  const inBook = claims.addressSince ? texts.bookSince(age(claims.addressSince)) : texts.notInBook;
  const since = earlier ? texts.paidSince(age(earlier.since)) : texts.neverPaid;
  const paid = (known) => (known ? texts.times(known.count, known.total) : texts.neverPaid);
  const row = (name, read, claimed, className = '') => {
    const isDifferent = differences.includes(name) || (name === 'address' && differences.includes('destination'));
    const cells = [h('td', { className }, parsed ? read : texts.unread), h('td', { className }, claimed)];
    return h('tr', { className: isDifferent ? 'bad' : '' }, h('th', { scope: 'row' }, texts.rows[name]), ...cells);
  };
  const head = [texts.field, texts.fromBytes, texts.claimed].map((title) => h('th', { scope: 'col' }, title));
  const rows = [
    row('withdrawal', id, claims.withdrawalId),
    row('address', address, claims.address, 'code'),
    row('amount', amount, claims.amount),
    row('fee', texts.feeOf(fee, feeCap), texts.houseFee(claims.fee)),
    row('change', change ? texts.ours(change) : texts.noChange, ''),
    row('since', since, inBook),
    row('earlier', paid(earlier), paid(claims.earlier)),
    row('left', texts.limits(leftToday, perPayment), ''),
    row('customer', '', claims.customer ?? texts.treasury),
    row('network', network, ''),
  ];
  return h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows));
}

function payment(one) {
  const { id, obstacle, text, refusal, claims } = one;
  const approve = async () => {
    await call('approve', { id, text, ...(await signed(text)) });
    await finish(texts.done[session.role]);
  };
  const { hold } = claims;
  const why = obstacle === 'HELD' ? { ...hold, until: hold.until && time(hold.until) } : refusal?.detail;
  const isDifferent = obstacle === 'DIFFERS';
  const button = () => h('button', { className: 'first', onclick: act(approve) }, `${texts.approve[session.role]} ${one.parsed.amount}`);
  const state = obstacle === null ? texts.yours : texts.states[obstacle];
  const details = h(
    'details',
    { open: opened.has(id), ontoggle: () => (details.open ? opened.add(id) : opened.delete(id)) },
    h('summary', { className: isDifferent ? 'wide bad' : 'wide' }, `${texts.payment(id)} · ${one.parsed?.amount ?? texts.unread} · ${state}`),
    table(one),
    isDifferent ? line('note bad', texts.differs) : null,
    ...(text && !isDifferent ? [h('h3', { className: 'mut' }, texts.signedText), h('pre', {}, text)] : []),
    obstacle === null ? button() : null,
    obstacle !== null && !isDifferent ? line('note', texts.obstacles[obstacle](why)) : null,
  );
  return h('section', { ariaLabel: texts.payment(id) }, details);
}

/** A change of another approver's keys, or of a cold wallet: two sign it. */
function change({ id, action, name, role, kind, network, descriptor, fingerprint, signers, text }) {
  const sign = async () => {
    const { isMade } = await call('sign-key-change', { id, text, ...(await signed(text)) });
    await finish(isMade ? texts.changeMade : texts.changeSigned);
  };
  const isCold = action === 'SET_COLD';
  const title = texts.change(texts.actions[action], isCold ? network : name);
  const isConcerned = !isCold && name === session.name;
  return card(
    title,
    isCold ? line('code', descriptor ?? texts.noCold) : null,
    role ? line('', texts.roles[role]) : null,
    fingerprint ? line('code', `${isCold ? texts.fingerprint : texts.kinds[kind]} ${fingerprint}`) : null,
    line('mut', texts.signers(signers)),
    text ? h('pre', {}, text) : null,
    text ? line('note', isCold ? texts.askHolders : kind === 'SEED' ? texts.askSeed : texts.askThem(name)) : null,
    text ? h('button', { className: 'first', onclick: act(sign) }, texts.signChange) : null,
    text ? null : line('note', isConcerned ? texts.ownChange : texts.changeSigned),
  );
}

async function finish(note) {
  outcome = note;
  await show();
}

async function show() {
  const [payments, changes] = [await call('reviews'), await call('key-changes')];
  const urgency = ({ id, obstacle }) => (id === wanted ? 3 : obstacle === 'DIFFERS' ? 2 : obstacle === null ? 1 : 0);
  // By number among equals: an order that follows the server's would move a button under the pointer.
  const byNumber = (one, other) => one.id.localeCompare(other.id, 'en', { numeric: true });
  payments.sort((one, other) => urgency(other) - urgency(one) || byNumber(one, other));
  const shown = JSON.stringify([payments, changes, outcome]);
  if (shown === lastShown) return;
  lastShown = shown;
  const logOut = h('button', { className: 'push', onclick: act(() => start()) }, texts.logout);
  page.replaceChildren(
    h('header', {}, h('h1', {}, texts.title), h('p', {}, texts.signedIn(session.name, session.role)), logOut),
    ...(session.isSoftware ? [line('note', texts.softwareKey)] : []),
    ...(outcome ? [h('p', { role: 'status' }, outcome)] : []),
    ...changes.map(change),
    ...(payments.length ? payments.map(payment) : [h('p', {}, texts.empty)]),
  );
}

const open = () => start().catch(() => page.replaceChildren(texts.errors.FAILED));
setInterval(() => {
  const isBusy = document.hidden || document.querySelector('button[disabled]') !== null;
  if (session && !isBusy) show().catch(() => session ?? start());
  if (!page.children.length) void open(); // No signer has answered yet.
}, 5000);
document.title = texts.title;
void open();
