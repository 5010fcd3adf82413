// Client-side rendering: the bundle has all there is, and fills the page by its address.
const stories = STORIES;
const root = document.getElementById('root');
const story = stories.find(story => story.path === location.pathname);
// What no crawler needs.
new Image().src = '/unwanted/pixel.gif';
fetch('/intern/config.json').catch(() => {});
fetch('/unwanted/stats', { method: 'POST', body: 'seen' }).catch(() => {});
navigator.sendBeacon && navigator.sendBeacon('/unwanted/beacon', 'seen');
const font = new FontFace('Serif', 'url(/unwanted/serif.woff2)');
font.load().catch(() => {});
const foreign = document.createElement('script');
foreign.src = 'http://cdn.elsewhere.localhost:PORT/unwanted/widget.js';
document.head.append(foreign);
if (story) {
    document.title = story.title + ' | Client';
    root.innerHTML = `<main><article><h1>${story.title}</h1>${story.body}</article></main><nav><a href="/">Start</a></nav>`;
} else {
    root.innerHTML = '<ul>' + stories.map(story => `<li><a href="${story.path}">${story.title}</a></li>`).join('') + '</ul>';
}
