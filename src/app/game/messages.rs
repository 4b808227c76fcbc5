//! Messages to the user in the status line, and how long each is shown.

use super::obstacle_stops::ObstacleStops;
use crate::host::text::{MAX_MESSAGE, printable};
use crate::timeline::{GoalWatch, Timeline};

/// How long news are shown, s.
const NEWS_SECONDS: f32 = 5.0;

/// How long a complaint about the kept files is shown, s: long enough to be read twice, because it covers all other
/// news.
const COMPLAINT_SECONDS: f32 = 30.0;

/// How long the speed limit is reported after it last held a particle, s.
const SPEED_LIMIT_SECONDS: f32 = 1.0;

/// Messages to the user.
pub struct Messages {
    /// The last news; an error where something failed.
    news: Result<String, String>,
    news_seconds: f32,
    /// News of background work that came while a warning was shown.
    waiting: Option<String>,
    /// A fault of the files that are kept between runs.
    complaint: Option<String>,
    complaint_seconds: f32,
    /// How often particles were held to the speed limit.
    speed_limit_count: u64,
    speed_limit_seconds: f32,
    goal: GoalWatch,
    stops: ObstacleStops,
}

impl Messages {
    /// No news, and a complaint about the kept files if there is one.
    pub fn new(complaint: Option<String>) -> Self {
        Self {
            news: Ok(String::new()),
            news_seconds: 0.0,
            waiting: None,
            complaint: complaint.map(shown),
            complaint_seconds: COMPLAINT_SECONDS,
            speed_limit_count: 0,
            speed_limit_seconds: 0.0,
            goal: GoalWatch::default(),
            stops: ObstacleStops::default(),
        }
    }

    /// Shows the answer to a user's action for a moment. It replaces whatever is shown.
    pub fn say(&mut self, text: String) {
        self.tell(Ok(text));
    }

    /// Shows news of background work, which answer no action. A warning that is shown keeps its time: good news follow it.
    pub fn notify(&mut self, news: Result<String, String>) {
        match news {
            Ok(text) if self.is_warning_shown() => self.waiting = Some(text),
            news => self.tell(news),
        }
    }

    /// Shows a text for a moment, as an error.
    pub fn warn(&mut self, text: String) {
        self.tell(Err(text));
    }

    /// Shows news for a moment. They may quote a text of millions of characters.
    pub fn tell(&mut self, news: Result<String, String>) {
        self.set_news(news.map(shown).map_err(shown));
    }

    /// Shows news for a moment.
    pub fn set_news(&mut self, news: Result<String, String>) {
        (self.news, self.news_seconds) = (news, NEWS_SECONDS);
    }

    /// Hides the news, unless they are a warning.
    pub fn clear_news(&mut self) {
        if !self.is_warning_shown() {
            self.news_seconds = 0.0;
        }
    }

    /// Shows a fault of the kept files.
    pub fn complain(&mut self, complaint: String) {
        (self.complaint, self.complaint_seconds) = (Some(shown(complaint)), COMPLAINT_SECONDS);
    }

    /// Shortens the time that is left to the complaint, and notices particles at the speed limit, obstacles that stop and
    /// a goal that is reached.
    pub fn update(&mut self, session: &Timeline, seconds: f32) {
        self.complaint_seconds = (self.complaint_seconds - seconds).max(0.0);
        let goal = self.goal.is_reached(session).then(|| "It holds".to_owned());
        for news in self.stops.news(session.sandbox()).into_iter().chain(goal) {
            self.notify(Ok(news));
        }
        let count = session.sandbox().world().clamped_speed_count();
        let left = self.speed_limit_seconds - seconds;
        self.speed_limit_seconds = if count > self.speed_limit_count { SPEED_LIMIT_SECONDS } else { left };
        self.speed_limit_count = count;
    }

    /// Shortens the time that is left to the news, and shows those that have waited for its end.
    pub fn fade_news(&mut self, seconds: f32) {
        self.news_seconds = (self.news_seconds - seconds).max(0.0);
        if self.news_seconds == 0.0
            && let Some(text) = self.waiting.take()
        {
            self.say(text);
        }
    }

    /// Whether the news that are shown are a warning.
    fn is_warning_shown(&self) -> bool {
        self.news_seconds > 0.0 && self.news.is_err()
    }

    /// The news, while they are shown.
    pub fn shown_news(&self) -> Option<Result<String, String>> {
        (self.news_seconds > 0.0).then(|| self.news.clone())
    }

    /// The complaint, while it is shown.
    pub fn shown_complaint(&self) -> Option<Result<String, String>> {
        self.complaint.clone().filter(|_| self.complaint_seconds > 0.0).map(Err)
    }

    /// Whether to report the speed limit.
    pub fn is_speed_limited(&self) -> bool {
        self.speed_limit_seconds > 0.0
    }

    /// Whether a goal needs some more time to count as reached.
    pub fn awaits_goal(&self) -> bool {
        self.goal.is_waiting()
    }

    /// Whether a message is about to disappear by itself.
    pub fn is_fading(&self) -> bool {
        self.news_seconds > 0.0 || self.speed_limit_seconds > 0.0
    }

    /// The last news, shown or not.
    #[cfg(target_arch = "wasm32")]
    pub fn last_news(&self) -> &str {
        self.news.as_ref().unwrap_or_else(|wrong| wrong)
    }

    /// The last complaint, shown or not.
    #[cfg(target_arch = "wasm32")]
    pub fn last_complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }
}

/// A message as it is shown.
fn shown(message: String) -> String {
    printable(&message, MAX_MESSAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ok(text: &str) -> Option<Result<String, String>> {
        Some(Ok(text.to_owned()))
    }

    fn wrong(text: &str) -> Option<Result<String, String>> {
        Some(Err(text.to_owned()))
    }

    #[test]
    fn warning_keeps_its_time_before_news_of_background_work() {
        let mut messages = Messages::new(None);
        messages.notify(Ok("read".to_owned()));
        assert_eq!(messages.shown_news(), ok("read"), "news replace news");
        messages.notify(Err("full".to_owned()));
        assert_eq!(messages.shown_news(), wrong("full"), "a warning replaces news");
        messages.notify(Ok("read".to_owned()));
        messages.clear_news();
        messages.fade_news(NEWS_SECONDS - 0.1);
        assert_eq!(messages.shown_news(), wrong("full"));
        messages.fade_news(0.2);
        assert_eq!(messages.shown_news(), ok("read"), "they follow the warning");
        messages.fade_news(NEWS_SECONDS);
        assert_eq!(messages.shown_news(), None, "once");
    }
}
