// Hostile: requests inwards, windows, downloads, dialogs, workers, frames, forms, other pages.
const stories = STORIES;
const root = document.getElementById('root');
const story = stories.find(story => story.path === location.pathname);
root.innerHTML = story
    ? `<article><h1>${story.title}</h1>${story.body}</article>`
    : stories.map(story => `<p><a href="${story.path}">${story.title}</a></p>`).join('');
const tried = act => { try { const made = act(); made && made.catch && made.catch(() => {}); } catch { /* refused */ } };
for (const inside of ['http://127.0.0.1:PORT/unwanted/inside', 'http://localhost:PORT/unwanted/inside', 'http://[::1]:PORT/unwanted/inside',
    'http://169.254.169.254/latest/meta-data/', 'http://other.localhost:PORT/unwanted/inside', 'file:///etc/passwd']) {
    tried(() => fetch(inside));
    tried(() => { new Image().src = inside; });
    tried(() => { const frame = document.createElement('iframe'); frame.src = inside; document.body.append(frame); });
    tried(() => { const script = document.createElement('script'); script.src = inside; document.body.append(script); });
    tried(() => new WebSocket(inside.replace('http', 'ws')));
    tried(() => new EventSource(inside));
}
tried(() => window.open('/unwanted/window'));
tried(() => {
    const link = document.createElement('a');
    link.href = '/unwanted/file.zip'; link.rel = 'nofollow'; link.download = 'file.zip'; link.target = '_blank';
    document.body.append(link); link.click();
});
tried(() => { const link = document.createElement('a'); link.href = '/unwanted/tab'; link.rel = 'nofollow'; link.target = '_blank'; document.body.append(link); link.click(); });
tried(() => navigator.serviceWorker.register('/unwanted/worker.js'));
tried(() => { new Worker('/assets/thread.js'); });
tried(() => { const source = URL.createObjectURL(new Blob([`fetch('http://127.0.0.1:PORT/unwanted/from-worker')`])); new Worker(source); });
tried(() => {
    const form = document.createElement('form');
    form.action = '/unwanted/form'; form.method = 'post'; form.target = '_blank';
    document.body.append(form); form.submit();
});
for (const rel of ['prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'icon', 'manifest']) {
    const link = document.createElement('link'); link.rel = rel; link.href = 'http://127.0.0.1:PORT/unwanted/hint'; document.head.append(link);
}
setTimeout(() => { tried(() => alert('hello')); tried(() => confirm('sure?')); tried(() => prompt('who?')); tried(() => print()); }, 30);
setTimeout(() => { location.href = '/unwanted/elsewhere'; }, 120);
