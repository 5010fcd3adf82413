// Hostile: scripts without end. Every second story also holds the page for ever, every third asks without end.
const stories = STORIES;
const root = document.getElementById('root');
const number = stories.findIndex(story => story.path === location.pathname);
const story = stories[number];
root.innerHTML = story
    ? `<article><h1>${story.title}</h1>${story.body}</article><p id="clock"></p>`
    : stories.map(story => `<p><a href="${story.path}">${story.title}</a></p>`).join('') + '<p id="clock"></p>';
setInterval(() => { document.getElementById('clock').append('.'); }, 5);
const spin = () => Promise.resolve().then(() => setTimeout(spin, 0));
spin();
if (story && number % 2 === 0) setTimeout(() => { for (;;); }, 50);
if (story && number % 3 === 1) {
    let n = 0;
    const ask = () => fetch('/api/tick?n=' + n++).then(ask, () => setTimeout(ask, 1));
    ask();
}
