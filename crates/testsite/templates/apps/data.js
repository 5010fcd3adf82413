// Content by fetch from an API on another host of the domain, after a while, under an address that scripts complete.
const root = document.getElementById('__next');
const api = 'http://api.data.localhost:PORT';
const get = path => fetch(api + path).then(answer => answer.json());
fetch(api + '/intern/reader.json').catch(() => {});
setTimeout(async () => {
    const id = location.pathname.split('/').pop().split('-')[0];
    if (location.pathname === '/') {
        const stories = await get('/stories.json');
        root.innerHTML = stories.map(story => `<h2><a href="${story.path}">${story.title}</a></h2>`).join('');
        return;
    }
    const story = await get(`/story/${id}.json`);
    history.replaceState({}, '', story.full);
    document.title = story.title;
    root.innerHTML = `<article><h1>${story.title}</h1>${story.body}</article>`;
}, 300);
