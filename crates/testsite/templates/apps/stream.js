// Infinite scrolling: the front page asks for five more teasers whenever its end comes into view.
const root = document.getElementById('app');
if (location.pathname === '/') {
    root.innerHTML = '<ul></ul><div id="end" style="margin-top:3000px;height:20px"></div>';
    const list = root.querySelector('ul');
    const end = root.querySelector('#end');
    let page = 0, busy = false, done = false;
    const more = async () => {
        if (busy || done) return;
        busy = true;
        const answer = await fetch(`/api/teasers/${page}.json`);
        busy = false;
        if (!answer.ok) { done = true; return; }
        page += 1;
        for (const teaser of await answer.json()) {
            const item = document.createElement('li');
            item.style.height = '700px';
            item.innerHTML = `<a href="${teaser.path}">${teaser.title}</a>`;
            list.append(item);
        }
    };
    new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && more()).observe(end);
    more();
} else {
    const id = location.pathname.split('-').pop();
    fetch(`/api/story/${id}.json`).then(answer => answer.json()).then(story => {
        document.title = story.title;
        root.innerHTML = `<article><h1>${story.title}</h1>${story.body}</article><p><a href="/">Alle Meldungen</a></p>`;
    });
}
