//! Lines that are wrong, or look wrong and are not.

use super::engines::*;
use nardy_harness::engine::Engine;
use nardy_harness::protocol::Client;

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn that_are_no_replies() {
    let fate = assert_marked("stream Chatters", "protocol", &["no JSON", "standard error", "`thinking...`"]);
    assert_eq!(fate.wire.unwrap().reply.unwrap(), "thinking...");
    assert_marked("stream EmptyLine", "protocol", &["is empty"]);
    assert_marked("stream ByteOrderMark", "protocol", &["byte order mark"]);
    assert_marked("stream NotUtf8", "protocol", &["is not UTF-8", "na\u{fffd}ve"]);
    assert_marked("stream NotJson", "protocol", &["no JSON", "`{'id': "]);
    assert_marked("stream KeyTwice", "protocol", &["the key `turns` stands twice"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn in_another_shape() {
    assert_good("stream Crlf");
    assert_good("stream Split");
    assert_good("stream OutOfOrder");
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn for_nobody() {
    assert_marked(
        "stream UnknownId",
        "protocol",
        &["answers request 4711, which was never sent", "waiting for a reply: 5"],
    );
    assert_marked("stream TextId", "protocol", &["has the id \"5\"", "integers"]);
    assert_marked("stream NoId", "protocol", &["has no id"]);
    assert_marked("stream NullId", "protocol", &["has the id null (`cannot parse`)"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn that_come_twice() {
    assert_marked("stream Twice", "protocol", &["answers request 5 once more"]);
    assert_marked("stream TwiceAhead", "protocol", &["answers request 5 once more"]);
}

/// After the last question no other shows it; the end does.
#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn that_come_twice_at_last() {
    let mark = mark();
    let command = command("stream Twice", &mark);
    let finish = watched(move || {
        let mut client = Client::start(&command, suite(), options(PATIENT)).unwrap();
        let tasks = eight("nard-online")[..=MARKED].to_vec();
        assert!(fates(&mut client, tasks).iter().all(|fate| fate.answer.is_ok()));
        client.finish()
    });
    let (number, failure) = finish.unwrap();
    assert_eq!(number, MARKED);
    let (kind, why) = kind(&failure);
    assert!(kind == "protocol" && why.starts_with("a line answers request 5 once more: `{"), "{why}");
    assert_eq!(left_behind(&mark), [""; 0]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn of_a_hundred_megabytes() {
    let fate = assert_marked("stream LongLine", "protocol", &["longer than 16 MiB", "xxx…"]);
    assert!(fate.wire.unwrap().reply.unwrap().len() < 5000);
}
